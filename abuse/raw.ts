import type { Random } from './random.ts'

const HOST = 'Host: shirube.example\r\n'
const filler = (length: number, unit = 'a') => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** What is no proper HTTP, or is HTTP that two parsers could read in two ways. Each is sent over a separate connection. */
const attempts: readonly ((random: Random) => string)[] = [
	() => `GET / HTTP/1.1\r\n\r\n`,
	() => `GET / HTTP/1.1\r\n${HOST}Host: evil.example\r\n\r\n`,
	() => `GET /\r\n\r\n`,
	() => `GET / HTTP/0.9\r\n${HOST}\r\n`,
	() => `GET / HTTP/3.0\r\n${HOST}\r\n`,
	() => `GET  /  HTTP/1.1\r\n${HOST}\r\n`,
	() => `get / HTTP/1.1\r\n${HOST}\r\n`,
	() => `GET /a b HTTP/1.1\r\n${HOST}\r\n`,
	() => `GET /\u0000 HTTP/1.1\r\n${HOST}\r\n`,
	() => `GET /三鷹 HTTP/1.1\r\n${HOST}\r\n`,
	() => `GET http://evil.example/admin HTTP/1.1\r\n${HOST}\r\n`,
	() => `GET //evil.example/ HTTP/1.1\r\n${HOST}\r\n`,
	() => `GET @evil.example/ HTTP/1.1\r\n${HOST}\r\n`,
	() => `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`,
	() => `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`,
	() => `PUT / HTTP/1.1\r\n${HOST}Content-Length: 0\r\n\r\n`,
	() => `TRACE / HTTP/1.1\r\n${HOST}Cookie: a=b\r\n\r\n`,
	() => `XYZZY / HTTP/1.1\r\n${HOST}\r\n`,
	() => `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`,
	() => `GET / HTTP/1.1\r\n${HOST}Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk\r\n\r\n`,
	() =>
		`GET / HTTP/1.1\r\n${HOST}Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAA\r\nSec-WebSocket-Version: 13\r\n\r\n`,
	() => `GET / HTTP/1.1\r\n${HOST}X: ${filler(20_000)}\r\n\r\n`,
	(random) => `GET / HTTP/1.1\r\n${HOST}${Array.from({ length: 50 + random.below(3_000) }, (_, n) => `X${n}: 1\r\n`).join('')}\r\n`,
	() => `GET / HTTP/1.1\r\n${HOST}NoColon\r\n\r\n`,
	() => `GET / HTTP/1.1\r\n${HOST}X: a\r\n b\r\n\r\n`,
	() => `GET / HTTP/1.1\r\n${HOST}X : a\r\n\r\n`,
	() => `GET / HTTP/1.1\r\n${HOST}X: \u0001\u0002\r\n\r\n`,
	() => `GET / HTTP/1.1\n${HOST}\n`,
	() => `GET / HTTP/1.1\r\n${HOST}\r`,
	() => `GET /${filler(70_000)} HTTP/1.1\r\n${HOST}\r\n`,
	() => `GET /?${filler(8_000, 'a=1&')} HTTP/1.1\r\n${HOST}\r\n`,
	() => `GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n${HOST}\r\n`,
	() => `GET /../../etc/passwd HTTP/1.1\r\n${HOST}\r\n`,
	() =>
		`POST /api/user/category HTTP/1.1\r\n${HOST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /admin HTTP/1.1\r\n${HOST}\r\n`,
	() => `POST /api/user/category HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
	() => `POST /api/user/category HTTP/1.1\r\n${HOST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
	() => `POST /api/user/category HTTP/1.1\r\n${HOST}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
	() => `POST /api/user/category HTTP/1.1\r\n${HOST}Content-Length: 3\r\nContent-Length: 5\r\n\r\nabcde`,
	() => `POST /api/user/category HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n`,
	() => `POST /api/user/category HTTP/1.1\r\n${HOST}Content-Length: 99999999999999999999\r\n\r\n`,
	() => `POST /api/user/category HTTP/1.1\r\n${HOST}Content-Length: 0x10\r\n\r\n`,
	() => `POST /api/user/category HTTP/1.1\r\n${HOST}Content-Length: 999999999\r\n\r\n`,
	() => `POST /api/user/category HTTP/1.1\r\n${HOST}Content-Length: 100\r\n\r\nshort`,
	() => `POST /api/user/category HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\nx\r\n0\r\n\r\n`,
	() => `POST /api/user/category HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n1;${filler(40_000)}\r\nx\r\n0\r\n\r\n`,
	() =>
		`POST /api/user/category HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n0\r\nX-Forwarded-For: 127.0.0.1\r\nCookie: a=b\r\n\r\n`,
	() => `POST /api/user/category HTTP/1.1\r\n${HOST}Expect: 200-maybe\r\nContent-Length: 1\r\n\r\nx`,
	() => `\r\n\r\n\r\nGET / HTTP/1.1\r\n${HOST}\r\n`,
	() => `\u0016\u0003\u0001\u0002\u0000\u0001\u0000`,
	() => `EHLO evil.example\r\nMAIL FROM:<a@b>\r\n`,
	(random) => Array.from({ length: 200 }, () => String.fromCharCode(random.below(256))).join(''),
]

/** Bytes of a connection that is not HTTP as the RFC has it. */
export function rawBytes(random: Random): Buffer {
	const text = random.pick(attempts)(random)
	// As UTF-8 for what is beyond Latin-1, else byte for byte.
	return /[\u0100-\uFFFF]/.test(text) ? Buffer.from(text) : Buffer.from(text, 'latin1')
}
