// Prints the rows of a Parquet file as JSON, read with hyparquet. Times are
// written as fragscope writes them: with nine digits of fraction.
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'

const plain = (_, v) => {
  if (typeof v === 'bigint') return Number(v)
  if (typeof v === 'string') return v.replace(/^(\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3})Z$/, '$1000000Z')
  return v
}
console.log(JSON.stringify(await parquetReadObjects({ file: await asyncBufferFromFile(process.argv[2]) }), plain))
