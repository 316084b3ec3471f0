// Runs SQL of DuckDB in the current folder: reads {"setup": "…", "queries": ["…"]}
// and prints what each query gives, [{"columns": […], "rows": [[…]]}].
import { readFileSync } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'

const { setup, queries } = JSON.parse(readFileSync(0, 'utf8'))
// Nothing is fetched: an extension that is not built in is an error.
const db = await DuckDBInstance.create(':memory:', { autoinstall_known_extensions: 'false', threads: '1' })
const connection = await db.connect()
await connection.run(setup)
const results = []
for (const query of queries) {
  const reader = await connection.runAndReadAll(query)
  results.push({ columns: reader.columnNames(), rows: reader.getRowsJson() })
}
console.log(JSON.stringify(results))
