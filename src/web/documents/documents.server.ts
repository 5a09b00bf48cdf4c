import { keepLabel } from '../../domain/documents/document-input.ts'
import { readDocuments } from '../../domain/documents/documents.ts'
import type { Ctx } from '../../domain/shared/context.ts'
import { dayText } from '../../domain/shared/japan-time.ts'
import { momentOf } from '../format/moment.ts'

/** The documents of a case as the side that reads them sees them. */
export async function viewDocuments(ctx: Ctx, inquiryId: number) {
	const { access, closed, requests, documents, suggestions, rule } = await readDocuments(ctx, inquiryId)
	const now = ctx.now()
	const { id, side, officeName, contactName, subject } = access
	const files = documents.map((document) => ({
		id: document.id,
		requestId: document.requestId,
		name: document.name,
		bytes: document.bytes,
		pages: document.pages,
		isOurs: document.side === side,
		author: document.side === 'office' ? `${document.author}（${officeName}）` : document.author,
		isOwn: document.isOwn,
		at: momentOf(document.at, now),
		seen: document.seen.map(({ name, at }) => ({ name, at: momentOf(at, now) })),
	}))
	const other = side === 'office' ? `${contactName}さん` : officeName
	return {
		id,
		side,
		other,
		subject,
		closed,
		suggestions,
		files,
		requests: requests.map((request) => ({
			id: request.id,
			title: request.title,
			isOurs: request.side === side,
			isSettled: request.settledAt !== null,
			files: files.filter(({ requestId }) => requestId === request.id),
		})),
		rule: {
			keepDays: rule.keepDays,
			label: keepLabel(rule.keepDays),
			changed: rule.changedAt && { by: rule.changedBy === side ? 'こちら' : other, at: momentOf(rule.changedAt, now) },
			until: rule.until === null ? null : dayText(rule.until),
			isEnded: rule.isEnded,
		},
	}
}

export type DocumentsView = Awaited<ReturnType<typeof viewDocuments>>
export type FileView = DocumentsView['files'][number]
