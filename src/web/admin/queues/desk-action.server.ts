import { redirect } from 'react-router'
import { z } from 'zod'
import type { AccountsCtx } from '../../../domain/accounts/accounts-context.ts'
import type { RecentStaffCtx } from '../../../domain/accounts/staff.ts'
import { giveVerdict, settleDueVerdicts, skipItem, undoVerdict } from '../../../domain/operations/desk.ts'
import { type FactSubject, recordFactChecks } from '../../../domain/experts/fact-checks.ts'
import { assignItems } from '../../../domain/operations/queue-work/assignments.ts'
import { removeQueueView, saveQueueView } from '../../../domain/operations/queue-work/queue-views.ts'
import { type DeskQueue, type DeskVerdict, deskVerdicts, type VerdictOf } from '../../../domain/operations/desk-input.ts'
import { deskPath } from '../../../domain/shared/links.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { cleanText } from '../../../domain/shared/text-input.ts'
import { idField, noFields, targetFields, textField, textsField } from '../../forms/form-fields.server.ts'
import type { ActionArgs } from '../../forms/page-action.server.ts'
import { fieldsOf } from '../../forms/read-form.ts'
import { factsIn, MARKS_ALONE } from './fact-fields.ts'

type DeskCtx = AccountsCtx & RecentStaffCtx

/** The filters of the desk's address, which stay while one works through the list. */
const kept = ['reason', 'profession', 'filter', 'only', 'association', 'risk', 'round', 'assignee', 'skipped'] as const

/** The address of the desk with its filters and its page, as the request has them, and `more`. */
export function deskAddress(queue: DeskQueue, url: string, more: Record<string, string>): string {
	const search = new URL(url).searchParams
	return deskPath(queue, { ...Object.fromEntries([...kept, 'page'].map((name) => [name, search.get(name) ?? ''])), ...more })
}

/** The filters of the desk's address as a query, in one order; '' without any. */
export function deskFilters(url: string): string {
	const search = new URL(url).searchParams
	return new URLSearchParams(kept.flatMap((name) => ((search.get(name) ?? '') === '' ? [] : [[name, search.get(name) ?? '']]))).toString()
}

/** The text of a reason: what was typed, or else the offered texts that were ticked. */
export const reasonOf = ({ reason, template }: { reason: string; template: string[] }): string =>
	cleanText(reason === '' ? template.join('\n') : reason)

export type ReasonSchema = z.ZodType<{ reason: string }, { reason: string }>

const marksField = z.array(z.object({ fact: z.string(), isRight: z.boolean() })).default([])

/** What the form of a decision sends; verdicts that go to people need a reason. */
function decisionOf(verdicts: readonly DeskVerdict[], reason: ReasonSchema, hasMarks: boolean) {
	const isKnown = (typed: string) => verdicts.some(({ verdict }) => verdict === typed) || (hasMarks && typed === MARKS_ALONE)
	return z
		.object({
			targetId: idField,
			/** The item that opens afterwards; 0 for none. */
			nextId: idField,
			version: textField.transform(Number),
			verdict: textField.refine(isKnown, { error: '判断を選んでください。' }),
			reason: textField,
			template: textsField,
			marks: marksField,
			/** Of an article without an address. */
			slug: textField,
		})
		.transform((typed, context) => {
			const text = reasonOf(typed)
			if (!verdicts.find(({ verdict }) => verdict === typed.verdict)?.needsReason) return { ...typed, reason: '' }
			const parsed = reason.safeParse({ reason: text })
			if (!parsed.success) for (const { message } of parsed.error.issues) context.addIssue({ code: 'custom', path: ['reason'], message })
			return { ...typed, reason: text }
		})
}

const skip = z.object({
	targetId: idField,
	nextId: idField,
	reason: textField.transform((text) => cleanText(text).slice(0, 200) || 'あとで確認する'),
})

const assignment = z.object({ targetId: idField, assignee: textField })

const viewName = z.object({ viewName: textField, isShared: textField.transform((value) => value !== '') })

const itemOf = (id: number) => ({ item: id > 0 ? `${id}` : '' })

/** The decision on an item, with the marks on its facts. */
function decideForm<Queue extends DeskQueue>(queue: Queue, reason: ReasonSchema, factsOf: ((itemId: number) => FactSubject) | undefined) {
	const decision = decisionOf(deskVerdicts[queue], reason, factsOf !== undefined)
	return {
		input: decision,
		read: (form: FormData) => {
			const { marks, fixes } = factsIn(form)
			const fields = fieldsOf(form)
			return { ...fields, marks, template: [fields['template'] ?? [], fixes].flat() }
		},
		async run(ctx: DeskCtx, input: z.output<typeof decision>, { request }: ActionArgs) {
			await settleDueVerdicts(ctx)
			// Before the verdict: what was seen stays, whatever becomes of it.
			if (factsOf) await recordFactChecks(ctx, factsOf(input.targetId), input.marks)
			if (input.verdict === MARKS_ALONE)
				return redirect(deskAddress(queue, request.url, { done: 'queue-marks', ...itemOf(input.targetId) }), 303)
			const { id } = await giveVerdict(ctx, queue, {
				itemId: input.targetId,
				verdict: input.verdict as VerdictOf<Queue>,
				reason: input.reason,
				version: Number.isSafeInteger(input.version) ? input.version : 0,
				slug: input.slug.slice(0, 100),
			})
			return redirect(deskAddress(queue, request.url, { undo: `${id}`, ...itemOf(input.nextId) }), 303)
		},
	}
}

/**
 * The forms of a queue's desk. Each first lets verdicts take effect whose undo has ended. `reason` is the schema of a reason
 * that goes to those concerned, `factsOf` whose facts are marked in the decision.
 */
export function deskForms<Queue extends DeskQueue>(queue: Queue, reason: ReasonSchema, factsOf?: (itemId: number) => FactSubject) {
	return {
		decide: decideForm(queue, reason, factsOf),
		skip: {
			input: skip,
			async run(ctx: DeskCtx, input: z.output<typeof skip>, { request }: ActionArgs) {
				await settleDueVerdicts(ctx)
				await skipItem(ctx, queue, input.targetId, input.reason)
				return redirect(deskAddress(queue, request.url, { done: 'queue-skip', ...itemOf(input.nextId) }), 303)
			},
		},
		assign: {
			input: assignment,
			async run(ctx: DeskCtx, { targetId, assignee }: z.output<typeof assignment>, { request }: ActionArgs) {
				const { gone } = await assignItems(ctx, queue, { itemIds: [targetId], assignee })
				if (gone.length > 0) throw notFound('item')
				return redirect(
					deskAddress(queue, request.url, { done: assignee === '' ? 'queue-unassigned' : 'queue-assigned', ...itemOf(targetId) }),
					303,
				)
			},
		},
		undo: {
			input: targetFields,
			async run(ctx: DeskCtx, { targetId }: { targetId: number }, { request }: ActionArgs) {
				const { itemId } = await undoVerdict(ctx, targetId)
				return redirect(deskAddress(queue, request.url, { done: 'queue-undo', item: `${itemId}` }), 303)
			},
		},
		saveView: {
			input: viewName,
			async run(ctx: DeskCtx, { viewName: name, isShared }: z.output<typeof viewName>, { request }: ActionArgs) {
				await saveQueueView(ctx, queue, { name, query: deskFilters(request.url), isShared })
				return redirect(deskAddress(queue, request.url, { done: isShared ? 'queue-view-shared' : 'queue-view' }), 303)
			},
		},
		removeView: {
			input: targetFields,
			async run(ctx: DeskCtx, { targetId }: { targetId: number }, { request }: ActionArgs) {
				await removeQueueView(ctx, targetId)
				return redirect(deskAddress(queue, request.url, { done: 'queue-view-removed' }), 303)
			},
		},
		settle: {
			input: noFields,
			async run(ctx: DeskCtx, _input: object, { request }: ActionArgs) {
				await settleDueVerdicts(ctx)
				return redirect(deskAddress(queue, request.url, itemOf(Number(new URL(request.url).searchParams.get('item')) || 0)), 303)
			},
		},
	}
}
