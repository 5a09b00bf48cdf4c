/**
 * A response whose body is at hand in one piece. What finishes and keeps it takes `whole`: read as a stream, a page
 * would be copied twice and its copies wait for a collection. To everybody else it is a response like any other.
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
