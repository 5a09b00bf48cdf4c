import { buffer } from 'node:stream/consumers'
import { MAIL_WEBHOOK } from '../src/api/cases/mail-path.ts'

/**
 * `npm run receive-mail`: hands the mail on standard input to the site. Mail servers call it by pipe and read the exit code
 * (sysexits.h): 0 done, 75 try again later, 65 this mail never, 78 the settings are wrong. Sends to `RECEIVE_MAIL_AT`, an origin
 * such as http://127.0.0.1:3000, and to PUBLIC_URL where that is unset.
 */
const EX_DATAERR = 65
const EX_TEMPFAIL = 75
const EX_CONFIG = 78
/** Longer than reading the largest files takes, shorter than mail servers wait. */
const PATIENCE_MS = 240_000

const origin = process.env['RECEIVE_MAIL_AT'] ?? process.env['PUBLIC_URL']
const secret = process.env['INBOUND_MAIL_SECRET']

function end(code: number, sentence: string): void {
	console.error(sentence)
	process.exitCode = code
}

if (!origin || !URL.canParse(origin) || !secret)
	end(EX_CONFIG, 'The settings INBOUND_MAIL_SECRET and PUBLIC_URL (or RECEIVE_MAIL_AT) are needed.')
else await handOver(new URL(MAIL_WEBHOOK, origin), secret)

async function handOver(url: URL, bearer: string): Promise<void> {
	const mail = await buffer(process.stdin)
	try {
		const answer = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'message/rfc822', authorization: `Bearer ${bearer}` },
			body: new Uint8Array(mail),
			signal: AbortSignal.timeout(PATIENCE_MS),
			// The secret goes to this address alone.
			redirect: 'error',
		})
		if (answer.ok) return
		if (answer.status === 413) return end(EX_DATAERR, 'The mail is too large.')
		// Whatever else it says may be mended: the mail is worth waiting for.
		end(EX_TEMPFAIL, `The site answers ${answer.status}.`)
	} catch {
		end(EX_TEMPFAIL, 'The site cannot be reached.')
	}
}
