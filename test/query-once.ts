import pg from 'pg'

/** Runs one statement over a connection of its own, such as on a server that is about to be stopped. */
export async function queryOnce<Row extends object>(url: string, text: string): Promise<Row[]> {
	const client = new pg.Client({ connectionString: url })
	await client.connect()
	try {
		return (await client.query<Row>(text)).rows
	} finally {
		await client.end()
	}
}
