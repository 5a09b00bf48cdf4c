import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { createSmtpMailer } from '../platform/mail.ts'

export const sender = { name: 'しるべ', address: 'no-reply@shirube.example' }

export type Received = { from: string; to: string[]; raw: string }

/** A real SMTP server that keeps what it is given. */
export async function mailServer(givenPort = 0) {
	const received: Received[] = []
	const waiting: { count: number; done: () => void }[] = []
	const server = new SMTPServer({
		disabledCommands: ['STARTTLS', 'AUTH'],
		onData(stream, session, done) {
			const chunks: Buffer[] = []
			stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
			stream.on('end', () => {
				const from = session.envelope.mailFrom
				received.push({
					from: from ? from.address : '',
					to: session.envelope.rcptTo.map(({ address }) => address),
					raw: Buffer.concat(chunks).toString(),
				})
				done()
				for (const { count, done: tell } of waiting) if (received.length >= count) tell()
			})
		},
	})
	await new Promise<void>((resolve) => server.listen(givenPort, '127.0.0.1', () => resolve()))
	onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
	const { port } = server.server.address() as AddressInfo
	return {
		received,
		mailer: createSmtpMailer(`smtp://127.0.0.1:${port}`, sender),
		arrival: (count: number) =>
			new Promise<void>((resolve) => (received.length >= count ? resolve() : waiting.push({ count, done: resolve }))),
	}
}

/** The parts of a MIME message, decoded. */
export function mailParts(raw: string): { header: string; text: string; html: string } {
	const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? ''
	const sections = raw.split(`--${boundary}`)
	const decoded = (type: string) => {
		const section = sections.find((part) => part.includes(`Content-Type: ${type}`)) ?? ''
		const [head = '', ...body] = section.split('\r\n\r\n')
		const content = body.join('\r\n\r\n')
		return head.includes('base64') ? Buffer.from(content, 'base64').toString() : content
	}
	return { header: raw.split('\r\n\r\n')[0] ?? '', text: decoded('text/plain'), html: decoded('text/html') }
}
