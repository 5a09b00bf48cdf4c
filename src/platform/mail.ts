import { mkdir, open, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'

export type Mail = { to: string; subject: string; text: string; html: string }

export type Mailer = {
	/** `id` names the mail for ever: sent again under the same id it is the same mail to whoever receives it. */
	send: (id: string, mail: Mail, signal?: AbortSignal) => Promise<void>
	close: () => void
}

type Sender = { name: string; address: string }

const SECONDS = 1_000

/** Sends by SMTP. TLS is demanded except from a server on this machine, which tests and local relays run. */
export function createSmtpMailer(smtpUrl: string, sender: Sender): Mailer {
	const url = new URL(smtpUrl)
	const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
	const secure = url.protocol === 'smtps:'
	const transport = createTransport({
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
		// What is in a mail comes from our templates: no file and no address is ever read for it.
		disableFileAccess: true,
		disableUrlAccess: true,
	})
	return {
		async send(id, mail) {
			await transport.sendMail(message(id, mail, sender))
		},
		close: () => transport.close(),
	}
}

/** Keeps each mail as one `.eml` file: what a demo has instead of a mail server. A mail sent twice is one file. */
export function createFileMailer(folder: string, sender: Sender): Mailer {
	const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
	return {
		async send(id, mail) {
			await mkdir(folder, { recursive: true, mode: 0o700 })
			const { message: whole } = (await transport.sendMail(message(id, mail, sender))) as unknown as { message: Buffer }
			const file = await open(path.join(folder, `${id}.eml`), 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
				if (error.code === 'EEXIST') return null
				throw error
			})
			if (file === null) return
			try {
				await file.writeFile(whole)
			} finally {
				await file.close()
			}
		},
		close: () => transport.close(),
	}
}

function message(id: string, mail: Mail, sender: Sender) {
	return {
		from: sender,
		to: { name: '', address: mail.to },
		subject: mail.subject,
		text: mail.text,
		html: mail.html,
		messageId: `<${id}@${sender.address.split('@')[1] ?? 'localhost'}>`,
		textEncoding: 'base64' as const,
		headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
	}
}

/** A kept mail's names of files, newest first by their ids, which begin with the time. */
export async function listMailFiles(folder: string): Promise<string[]> {
	const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return []
		throw error
	})
	return names.filter((name) => /^[0-9a-z-]+\.eml$/.test(name)).toSorted((a, b) => (a < b ? 1 : -1))
}

export async function readMailFile(folder: string, name: string): Promise<string> {
	return readFile(path.join(folder, path.basename(name)), 'utf8')
}
