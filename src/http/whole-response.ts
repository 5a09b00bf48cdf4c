/**
 * A response whose complete body is in memory as `whole`, for the code that finishes and caches it: read as a stream, a page
 * would be copied twice and its copies wait for garbage collection. All other code uses it like any response.
 */
export class WholeResponse extends Response {
	readonly whole: Buffer

	constructor(bytes: Buffer, init: ResponseInit) {
		super(
			new ReadableStream<Uint8Array<ArrayBuffer>>(
				{
					pull(controller) {
						controller.enqueue(new Uint8Array(bytes))
						controller.close()
					},
				},
				{ highWaterMark: 0 },
			),
			init,
		)
		this.whole = bytes
	}
}
