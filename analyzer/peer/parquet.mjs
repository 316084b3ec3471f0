// Prints the rows of a Parquet file as JSON, read with hyparquet. Times are
// written as fragscope writes them: without zeros at their end.
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'

const plain = (_, v) => {
  if (typeof v === 'bigint') return Number(v)
  if (typeof v === 'string') return v.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.000Z$/, '$1Z').replace(/^(\d{4}-\d\d-\d\dT[\d:]{8}\.\d*?)0+Z$/, '$1Z')
  return v
}
console.log(JSON.stringify(await parquetReadObjects({ file: await asyncBufferFromFile(process.argv[2]) }), plain))
