import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

export type Mail = {
	to: string
	subject: string
	text: string
	html: string
	/** Stops such mails by one POST without a login (RFC 8058). Mails of security have none. */
	unsubscribeUrl?: string
	/** Where an answer goes; to the sender where it is not said. */
	replyTo?: string
	/** Mails with the same one are a conversation to the recipient's mail program, whatever their subjects. */
	thread?: string
	/** An invitation that calendar programs enter, update or take back (RFC 5546). */
	calendar?: { method: 'REQUEST' | 'CANCEL'; content: string }
}

export type Mailer = {
	/** `id` becomes the Message-ID: a mail sent twice under one id is one mail to the recipient. */
	send: (id: string, mail: Mail, signal?: AbortSignal) => Promise<void>
	close: () => void
}

type Sender = { name: string; address: string }

const SECONDS = 1_000

/** Imported with the first mail. */
const loadLibrary = () => import('nodemailer')

/** Sends by SMTP. TLS is demanded except from a server on this machine, which tests and local relays run. */
export function createSmtpMailer(smtpUrl: string, sender: Sender): Mailer {
	const url = new URL(smtpUrl)
	const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
	const secure = url.protocol === 'smtps:'
	const options = {
		host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
		port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
		secure,
		requireTLS: !secure && !isLocal,
		ignoreTLS: !secure && isLocal,
		...(url.username === '' ? {} : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
		pool: true,
		maxConnections: 2,
		connectionTimeout: 10 * SECONDS,
		greetingTimeout: 10 * SECONDS,
		socketTimeout: 30 * SECONDS,
		// Mails come from our templates: files and URLs are never read.
		disableFileAccess: true,
		disableUrlAccess: true,
	} as const
	const connect = async () => {
		const { createTransport } = await loadLibrary()
		return createTransport(options)
	}
	let made: ReturnType<typeof connect> | undefined
	return {
		async send(id, mail) {
			made ??= connect()
			await (await made).sendMail(message(id, mail, sender))
		},
		close: () => void made?.then((transport) => transport.close()),
	}
}

/** A mail that was kept instead of sent. */
export type KeptMail = Mail & { id: string; at: number }

const kept = z.object({
	to: z.string(),
	subject: z.string(),
	text: z.string(),
	html: z.string(),
	replyTo: z.string().optional(),
	id: z.string(),
	at: z.number(),
})

/**
 * Stores each mail as an `.eml` file, for any mail program, and as JSON for the demo's mailbox, instead
 * of a mail server. A mail sent twice is kept once.
 */
export function createFileMailer(folder: string, sender: Sender): Mailer {
	return {
		async send(id, mail) {
			await mkdir(folder, { recursive: true, mode: 0o700 })
			const { createTransport } = await loadLibrary()
			const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
			const built = (await transport.sendMail(message(id, mail, sender))) as unknown as { message: Buffer }
			const copy: KeptMail = { ...mail, id, at: Date.now() }
			await writeOnce(path.join(folder, `${id}.eml`), built.message)
			await writeOnce(path.join(folder, `${id}.json`), JSON.stringify(copy))
		},
		close() {},
	}
}

async function writeOnce(file: string, content: Buffer | string): Promise<void> {
	await writeFile(file, content, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'EEXIST') throw error
	})
}

/** The newest kept mails; ids begin with the time. */
export async function listKeptMails(folder: string, limit = 50): Promise<KeptMail[]> {
	const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return []
		throw error
	})
	const newest = names
		.filter((name) => name.endsWith('.json'))
		.toSorted((a, b) => (a < b ? 1 : -1))
		.slice(0, limit)
	const mails: KeptMail[] = []
	for (const name of newest) {
		const read = kept.safeParse(parseJson(await readFile(path.join(folder, name), 'utf8')))
		// One that is being written appears at the next read.
		if (read.success) mails.push(read.data)
	}
	return mails
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return null
	}
}

function message(id: string, mail: Mail, sender: Sender) {
	const idOf = (name: string) => `<${name}@${sender.address.split('@')[1] ?? 'localhost'}>`
	return {
		from: sender,
		to: { name: '', address: mail.to },
		subject: mail.subject,
		text: mail.text,
		html: mail.html,
		messageId: idOf(id),
		// The root of the thread is no mail: programs join what refers to one id (RFC 5256), whichever mail came first or was deleted.
		...(mail.thread === undefined ? {} : { inReplyTo: idOf(mail.thread), references: idOf(mail.thread) }),
		...(mail.replyTo === undefined ? {} : { replyTo: mail.replyTo }),
		textEncoding: 'base64' as const,
		headers: {
			'Auto-Submitted': 'auto-generated',
			'X-Auto-Response-Suppress': 'All',
			...(mail.unsubscribeUrl === undefined ? {} : { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
		},
		...(mail.calendar === undefined ? {} : { icalEvent: { ...mail.calendar, filename: 'invite.ics' } }),
		...(mail.unsubscribeUrl === undefined ? {} : { list: { unsubscribe: { url: mail.unsubscribeUrl } } }),
	}
}
