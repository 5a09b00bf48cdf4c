import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type CaughtMail = { to: string; id: string; at: number }

/** A mail server that notes what it is given. */
export async function startMailCatcher() {
	const caught: CaughtMail[] = []
	const server = new SMTPServer({
		disabledCommands: ['STARTTLS', 'AUTH'],
		onData(stream, session, done) {
			const chunks: Buffer[] = []
			stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
			stream.on('end', () => {
				const id = /^message-id: (.*)$/im.exec(Buffer.concat(chunks).toString())?.[1] ?? ''
				for (const { address } of session.envelope.rcptTo) caught.push({ to: address, id, at: Date.now() })
				done()
			})
		},
	})
	// A proxy in front cuts connections.
	server.on('error', () => undefined)
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
	return {
		caught,
		port: (server.server.address() as AddressInfo).port,
		stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
	}
}
