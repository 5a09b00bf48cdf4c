/** A file that is sent while it is read: the next lines are read when the browser has taken the last ones. */
export function csvFile(lines: AsyncGenerator<string>, name: string): Response {
	const encoder = new TextEncoder()
	const stream = new ReadableStream<Uint8Array>({
		async pull(controller) {
			const next = await lines.next()
			if (next.done === true) controller.close()
			else controller.enqueue(encoder.encode(next.value))
		},
		async cancel() {
			await lines.return(undefined)
		},
	})
	return new Response(stream, {
		headers: {
			'content-type': 'text/csv; charset=utf-8',
			'content-disposition': `attachment; filename="${name}.csv"`,
			'x-content-type-options': 'nosniff',
			'cache-control': 'private, no-store',
		},
	})
}
