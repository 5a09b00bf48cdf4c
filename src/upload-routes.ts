import type { BodyRule } from './http/body-rules.ts'

/** What forms say that files may have together (11 MB), and what else a form sends. */
const FILES = 12 * 1_048_576
/**
 * A Japanese character takes nine bytes in an urlencoded form. Each limit is about twice the longest text that the form
 * accepts, so that a text that is too long comes back to its form instead of being lost.
 */
const ANSWER = 128 * 1_024
const ARTICLE = 256 * 1_024
/** Cases and fees are lists: ten cases of 1,000 characters, four fields for each task. */
const OFFICE = 512 * 1_024

const upload = (pattern: string, isForMembers = true): BodyRule => ({ pattern, accepts: 'multipart', bytes: FILES, isForMembers })
const longForm = (pattern: string, bytes: number): BodyRule => ({ pattern, accepts: 'form', bytes, isForMembers: true })

/**
 * The only routes that take files or more than a small form (`SMALL_BODY_BYTES`). Every other route refuses multipart;
 * without a session these, too, take no more than a small form.
 */
export const uploadRoutes: readonly BodyRule[] = [
	upload('/qa/post'),
	upload('/qa/post/images'),
	upload('/qa/:id/edit'),
	upload('/office/edit/:id'),
	upload('/office/:id/inquiry'),
	upload('/mypage/inquiries/:id'),
	upload('/mypage/profile'),
	upload('/mypage/expert'),
	upload('/mypage/expert/credentials'),
	upload('/expert/register/profile'),
	upload('/expert/register/credentials'),
	{ pattern: '/api/user/avatar', accepts: 'image', bytes: FILES, isForMembers: true },
	// One-click unsubscribing may come as multipart (RFC 8058, section 3.2), from mail programs without a session.
	{ pattern: '/unsubscribe', accepts: 'multipart', bytes: 4_096, isForMembers: false },
	longForm('/qa/:id/answer', ANSWER),
	longForm('/qa/answer/:id/edit', ANSWER),
	longForm('/mypage/articles/:id', ARTICLE),
	longForm('/admin/articles/:id', ARTICLE),
	longForm('/office/edit/:id', OFFICE),
]
