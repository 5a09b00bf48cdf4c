import { createHash } from 'node:crypto'
import { addDays, hours, isoDay, minutes, startOfDay } from '../domain/shared/japan-time.ts'
import { COMPRESS_FROM_BYTES, isCompressible } from './content-coding.ts'
import { type PageKey, pagePath, type PageRule } from './page-rules.ts'
import type { PageEntry, PageVariant } from './page-store.ts'

/** The part of a rendered response that decides about caching; its body is passed separately. */
type Answer = Pick<Response, 'status' | 'headers'>

/** How long after its time a page is still sent while a new one is rendered. */
const STALE_MS = hours(1)
/** The same for a page that named its moment: it says something wrong from then on. */
const STALE_AFTER_MOMENT_MS = minutes(1)
const MISSING_SECONDS = 10
const keptStatus = new Set([200, 301, 308, 404, 410])
const missingStatus = new Set([404, 410])
/** Headers we never store: per-variant, internal or hop-by-hop. */
const ownHeaders = new Set([
	'cache-control',
	'connection',
	'content-encoding',
	'content-length',
	'date',
	'etag',
	'keep-alive',
	'set-cookie',
	'transfer-encoding',
	'vary',
	'x-cache-tags',
	'x-cache-until',
])
const weaklySame = /^(?:W\/)?"([^"]{16})(?:-[a-z0-9]+)?"$/

/** Returns whether a page may be stored: it has tags and no header that forbids it. */
export function isKept({ status, headers }: Answer): boolean {
	if (!keptStatus.has(status)) return false
	if (/\b(?:no-store|private)\b/i.test(headers.get('cache-control') ?? '')) return false
	return missingStatus.has(status) || headers.has('x-cache-tags')
}

export function entryOf(
	{ id, target, rule }: PageKey,
	{ status, headers }: Answer,
	body: Buffer,
	{ madeAt, time }: { madeAt: number; time: number },
): PageEntry {
	const type = headers.get('content-type')
	const isPage = /^text\/(?:html|x-script)/i.test(type ?? '')
	const declared = headers.get('cache-control')
	// Only non-pages may be stored by other caches: a page sets a cookie and changes when its reader signs in.
	const cacheControl = declared !== null && (!isPage || /no-store/i.test(declared)) ? declared : 'private, no-cache'
	const kept = ['cache-control', cacheControl, 'vary', 'Accept-Encoding']
	for (const [name, value] of headers) if (!ownHeaders.has(name)) kept.push(name, value)
	const hash = createHash('sha256')
		.update(`${status}\n${kept.join('\n')}\n`)
		.update(body)
		.digest('base64url')
		.slice(0, 16)
	const isMissing = missingStatus.has(status)
	const cookies = headers.getSetCookie().flatMap((cookie) => ['set-cookie', cookie])
	const entry: PageEntry = {
		key: id,
		route: rule.pattern,
		status,
		headers: [...kept, ...cookies],
		unchanged: withoutContentType(kept),
		isCompressible: isCompressible(type) && body.length >= COMPRESS_FROM_BYTES,
		isPage,
		tags: isMissing ? missingTags(target, rule) : (headers.get('x-cache-tags') ?? '').split(/[\s,]+/).filter((tag) => tag !== ''),
		hash,
		variants: {},
		pending: {},
		template: null,
		...(isMissing ? missingLifetime(time) : lifetimeOf({ headers, rule, time })),
		brotliHits: 0,
		bytes: body.length + 2 * kept.join('').length,
		madeAt,
		touchedAt: time,
		place: isMissing ? 'missing' : 'probation',
		// Until it is put into the store.
		removed: true,
		aliases: [],
	}
	entry.variants.identity = plainOf(entry, body)
	return entry
}

type Lifetime = Pick<PageEntry, 'freshUntil' | 'staleUntil'>

function missingLifetime(time: number): Lifetime {
	const until = time + MISSING_SECONDS * 1_000
	return { freshUntil: until, staleUntil: until }
}

/** Texts depend on the day: notices of law changes, deadlines, the version of the rules in force. */
function lifetimeOf({ headers, rule, time }: { headers: Headers; rule: PageRule; time: number }): Lifetime {
	const dayEnds = startOfDay(addDays(isoDay(time), 1)).getTime()
	const declared = headers.get('x-cache-until')
	const moment = declared === null ? Infinity : Number(declared)
	const freshUntil = Math.min(dayEnds, moment, rule.freshSeconds === undefined ? Infinity : time + rule.freshSeconds * 1_000)
	return { freshUntil, staleUntil: freshUntil + (freshUntil === moment ? STALE_AFTER_MOMENT_MS : STALE_MS) }
}

/** Headers of a 304 beside its ETag: those of the page, which it also protects, without a word on the body. */
function withoutContentType(headers: readonly string[]): string[] {
	const at = headers.findIndex((name, index) => index % 2 === 0 && name === 'content-type')
	return at === -1 ? [...headers] : headers.toSpliced(at, 2)
}

/** Tags of a page that was not found: dropped when the missing row is created. */
function missingTags(target: string, { missingTag }: PageKey['rule']): string[] {
	const name =
		pagePath(target.split('?')[0] ?? '')
			.split('/')
			.at(-1) ?? ''
	return missingTag === undefined || !/^\d{1,10}$/.test(name) ? [] : [`${missingTag}:${name}`]
}

export function plainOf(entry: PageEntry, body: Buffer): PageVariant {
	const etag = `"${entry.hash}"`
	return { body, etag, headers: [...entry.headers, 'etag', etag, 'content-length', String(body.length)] }
}

export function variantOf(entry: PageEntry, coding: 'br' | 'gzip', body: Buffer, mark: string): PageVariant {
	const etag = `"${entry.hash}-${mark}"`
	return { body, etag, headers: [...entry.headers, 'etag', etag, 'content-encoding', coding, 'content-length', String(body.length)] }
}

/** Weak comparison, as If-None-Match wants: any encoding of the same page will do. */
export function isKnown(header: string, hash: string): boolean {
	if (header.trim() === '*') return true
	return header.split(',').some((part) => weaklySame.exec(part.trim())?.[1] === hash)
}
