import { randomUUID } from 'node:crypto'
import type { Email } from 'postal-mime'

/** A mail that came in, as far as a reply to one of ours is read from it. */
export type ReceivedMail = {
	/** Undefined for a mail that names none. */
	messageId: string | undefined
	/** The addresses in all `From` headers, in lower case. An honest mail has one. */
	from: string[]
	/** The addresses that it went to, of the envelope and of the message, in the order of trust. */
	recipients: string[]
	/** Whether a program wrote it: an answer to it could be answered by a program for ever. */
	isAutomatic: boolean
	/** What servers on the way say about its sender, the last server first. */
	verdicts: MailVerdict[]
	/** Without HTML; of a mail that has HTML alone, what it says. */
	text: string
	files: { name: string; content: Uint8Array }[]
}

/** One `Authentication-Results` header (RFC 8601). */
export type MailVerdict = { server: string; results: { method: string; result: string; domain: string | null }[] }

/** Thrown for what is no mail, or one that is built to be expensive. */
export class UnreadableMail extends Error {
	override readonly name = 'UnreadableMail'
}

/** Deeper or longer than any mail program writes. */
const limits = { maxNestingDepth: 20, maxHeadersSize: 256 * 1_024, forceRfc822Attachments: true } as const

/** Signatures of programs, not files that somebody chose. */
const ignoredTypes = new Set([
	'application/pkcs7-signature',
	'application/x-pkcs7-signature',
	'application/pgp-signature',
	'application/pgp-keys',
	'text/calendar',
	'application/ics',
])

/** Pictures within the text that are smaller are logos of signatures. */
const LOGO_BYTES = 50 * 1_024

/** Imported with the first mail. */
const loadLibrary = () => import('postal-mime')

const parse = async (raw: Uint8Array | string): Promise<Email> => (await loadLibrary()).default.parse(raw, limits)

/** Reads a message of RFC 5322. Throws `UnreadableMail`. */
export async function readMail(raw: Uint8Array): Promise<ReceivedMail> {
	try {
		return await read(raw)
	} catch (error) {
		throw new UnreadableMail('not a mail', { cause: error })
	}
}

async function read(raw: Uint8Array): Promise<ReceivedMail> {
	const { addressParser } = await loadLibrary()
	const mail = await parse(raw)
	if (mail.headers.length === 0) throw new UnreadableMail('no headers')
	const valuesOf = (name: string) => mail.headers.filter(({ key }) => key === name).map(({ value }) => value)
	const addressesIn = (name: string) =>
		valuesOf(name).flatMap((value) => addressParser(value, { flatten: true }).flatMap(({ address }) => (address ? [bare(address)] : [])))
	return {
		messageId: mail.messageId?.trim() || undefined,
		from: addressesIn('from'),
		recipients: [
			...['x-original-to', 'delivered-to', 'x-envelope-to'].flatMap((name) => valuesOf(name).map(bare)),
			...addressesIn('to'),
			...addressesIn('cc'),
		],
		isAutomatic: isAutomatic(valuesOf),
		verdicts: valuesOf('authentication-results').map(verdictOf),
		text: mail.text ?? (await textOfHtml(mail.html ?? '')),
		files: mail.attachments.flatMap(({ filename, mimeType, content, related, disposition }) => {
			const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
			const isLogo = related === true && disposition !== 'attachment' && bytes.length < LOGO_BYTES
			return isLogo || ignoredTypes.has(mimeType) ? [] : [{ name: filename ?? 'file', content: bytes }]
		}),
	}
}

const bare = (address: string): string =>
	address
		.trim()
		.replace(/^<([^<>]*)>$/, '$1')
		.toLowerCase()

/** RFC 3834, and what programs said before it. */
function isAutomatic(valuesOf: (name: string) => string[]): boolean {
	const submitted = valuesOf('auto-submitted').some((value) => !/^no\b/i.test(value.trim()))
	const isBounce = valuesOf('return-path').some((value) => bare(value) === '')
	const bulk = valuesOf('precedence').some((value) => /^(?:bulk|junk|list|auto_reply)$/i.test(value.trim()))
	const report = valuesOf('content-type').some((value) => /^multipart\/report\b/i.test(value.trim()))
	const said = ['x-autoreply', 'x-autorespond', 'x-auto-reply', 'list-id', 'list-unsubscribe'].some((name) => valuesOf(name).length > 0)
	return submitted || isBounce || bulk || report || said
}

/** 「mx.example.jp; dkim=pass header.d=example.com; spf=pass smtp.mailfrom=a@example.com; dmarc=pass header.from=example.com」 */
function verdictOf(value: string): MailVerdict {
	const [server = '', ...parts] = value
		.slice(0, 4_000)
		.replaceAll(/\([^()]*\)/g, ' ')
		.split(';')
	return {
		server: (server.trim().split(/\s/)[0] ?? '').toLowerCase(),
		results: parts.flatMap((part) => {
			const words = part.trim().toLowerCase().split(/\s+/)
			const [method = '', result = ''] = (words[0] ?? '').split('=')
			if (method === '' || result === '') return []
			const named = words.find((word) => /^(?:header\.d|header\.from|smtp\.mailfrom)=/.test(word))?.split('=')[1]
			return [{ method, result, domain: named?.split('@').at(-1)?.replaceAll('"', '') ?? null }]
		}),
	}
}

/** The words of HTML, by the parser, which renders what has no text from its HTML in linear time. */
async function textOfHtml(html: string): Promise<string> {
	if (html === '') return ''
	const boundary = randomUUID()
	const part = (type: string, content: string) => `--${boundary}\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${content}\r\n`
	const { text = '' } = await parse(
		`Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n${part('text/plain', '')}${part('text/html', html)}--${boundary}--\r\n`,
	)
	return text
}
