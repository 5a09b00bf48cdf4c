import { expect, test } from 'vitest'
import { TEST_NOW, type TestCtx, withCtx } from '../../../../test/database.ts'
import { makeExpert, makeOffice } from '../../../../test/factories.ts'
import { requireRecentStaff } from '../../accounts/staff.ts'
import { reindexOffice } from '../../listings/listings.ts'
import { answerInput, as, makeExpertViewer, makeMember, newKey, questionInput, refusal } from '../../questions/questions-for-test.ts'
import { postAnswer } from '../../questions/answers.ts'
import { postQuestion } from '../../questions/questions.ts'
import type { Ctx } from '../../shared/context.ts'
import { isDomainError } from '../../shared/errors.ts'
import { days, hours } from '../../shared/japan-time.ts'
import type { Fields, ItemName } from '../../taxonomy/editing/item-fields.ts'
import { controlText } from '../../taxonomy/editing/item-fields.ts'
import { findItem, listItems, reconcileContent } from '../../taxonomy/editing/item-store.ts'
import { differencesOf } from '../../taxonomy/editing/merge.ts'
import { findMoved } from '../../taxonomy/redirects.ts'
import { findTask } from '../../taxonomy/tasks.ts'
import { findTool } from '../../taxonomy/tools.ts'
import { suggest } from '../../listings/suggestions.ts'
import { checkToolLinks, listDeadLinks, listExpiring } from './checks.ts'
import { findDraft, getEditor, restoreEdition, saveDraft, scheduleDraft } from './item-drafts.ts'
import { measurePart } from './item-impact.ts'
import { listEditions, listTree } from './item-lists.ts'
import { makeItem } from './item-making.ts'
import { readPreview } from './item-preview.ts'
import { publishDraft, publishDueDrafts, settleField, withDraft } from './item-publishing.ts'
import { mergeTask, retireItem, reviveItem, splitTask } from './item-retiring.ts'

const task: ItemName = { kind: 'task', key: '701' }
const reason = '分かりやすい言い方にするため'

async function makeEditor<C extends Ctx>(ctx: C) {
	const staff = requireRecentStaff(as(ctx, await makeMember(ctx, ['editor'])), 'editor')
	await ctx.db.insertInto('staff_roles').values({ user_id: staff.viewer.userId, role: 'editor' }).execute()
	return staff
}
type Editor = Awaited<ReturnType<typeof makeEditor<TestCtx>>>

/** Saves fields as the form of the item sends them. */
async function save(editor: Editor, name: ItemName, changed: Fields) {
	const { fields, values, state, draft } = await getEditor(editor, name)
	const shown: Fields = { ...values, ...changed }
	const typed = Object.fromEntries(
		fields.map((field) => {
			const value = shown[field.name]
			if (field.type === 'choices') return [field.name, Array.isArray(value) ? value.map(String) : []]
			return [field.name, field.type === 'flag' ? (value === true ? 'on' : '') : controlText(field, value)]
		}),
	)
	await saveDraft(editor, name, { typed, reason, itemVersion: state?.version ?? 0, draftVersion: draft?.version ?? 0 })
}

async function publish(editor: Editor, name: ItemName) {
	await publishDraft(editor, name, (await findDraft(editor, name))?.version ?? 0)
}

async function change(editor: Editor, name: ItemName, fields: Fields) {
	await save(editor, name, fields)
	await publish(editor, name)
}

/** The content as the database has it, with some fields of one item otherwise. */
const contentWith = async (ctx: TestCtx, { kind, key }: ItemName, fields: Fields) =>
	(await listItems(ctx)).flatMap((item) =>
		item.content === null
			? []
			: [
					{
						kind: item.kind,
						key: item.key,
						fields: item.kind === kind && item.key === key ? { ...item.content, ...fields } : item.content,
					},
				],
	)

const partsOf = async (ctx: TestCtx, taskId: number) =>
	(await ctx.db.selectFrom('task_parts').select('id').where('task_id', '=', taskId).orderBy('id').execute()).map(({ id }) => id)

async function faultsOf(promise: Promise<unknown>): Promise<Readonly<Record<string, string>>> {
	try {
		await promise
	} catch (error) {
		if (isDomainError(error)) return error.fields
		throw error
	}
	throw new Error('nothing was refused')
}

test('a draft changes nothing until it is published, and every field of the form comes back as it was', () =>
	withCtx(async (ctx) => {
		const editor = await makeEditor(ctx)
		const before = await findTask(ctx, 701)
		await save(editor, task, {})
		expect(await findDraft(ctx, task)).toBeNull()

		await save(editor, task, { name: '契約書のチェック', synonyms: ['リーガルチェック', 'けいやくのてんけん'] })
		expect((await findDraft(ctx, task))?.fields).toEqual({ name: '契約書のチェック', synonyms: ['リーガルチェック', 'けいやくのてんけん'] })
		expect(await findTask(ctx, 701)).toEqual(before)
		expect((await readPreview(editor, task)).task?.name).toBe('契約書のチェック')
		expect(await findTask(ctx, 701)).toEqual(before)

		await publish(editor, task)
		expect(await findTask(ctx, 701)).toMatchObject({ name: '契約書のチェック', body: before?.body, tools: before?.tools, faq: before?.faq })
		expect((await suggest(ctx, 'けいやくのてんけん')).map(({ label }) => label)).toContain('契約書のチェック')
		const [latest, first] = await listEditions(editor, task)
		expect([latest?.version, latest?.reason, latest?.fields['name'], first?.source]).toEqual([2, reason, '契約書のチェック', 'content'])
		const audit = await ctx.db.selectFrom('audit_log').select(['action', 'subject']).orderBy('id', 'desc').executeTakeFirst()
		expect(audit).toEqual({ action: 'taxonomy.publish', subject: 'task:701' })
		const saved = await ctx.db
			.selectFrom('audit_log')
			.select(['subject', 'reason', 'detail'])
			.where('action', '=', 'taxonomy.save')
			.execute()
		expect(saved).toMatchObject([{ subject: 'task:701', reason, detail: { fields: ['name', 'synonyms'] } }])
	}))

test('content and staff change different fields and both survive; of the same field staff’s is shown with the difference', () =>
	withCtx(async (ctx) => {
		const editor = await makeEditor(ctx)
		await change(editor, task, { name: '契約書のチェック' })
		await reconcileContent(ctx, await contentWith(ctx, task, { summary: '弁護士が契約書を読みます。' }))
		expect(await findTask(ctx, 701)).toMatchObject({ name: '契約書のチェック', summary: '弁護士が契約書を読みます。' })

		await reconcileContent(ctx, await contentWith(ctx, task, { name: '契約審査' }))
		expect((await findTask(ctx, 701))?.name).toBe('契約書のチェック')
		const state = await findItem(ctx, task)
		expect(state && differencesOf(state)).toMatchObject([{ field: 'name', content: '契約審査', staff: '契約書のチェック' }])
		expect((await listTree(editor)).find(({ kind, key }) => kind === 'task' && key === '701')).toMatchObject({
			isChanged: true,
			differences: 1,
		})

		await settleField(editor, task, { field: 'name', takes: 'content', version: state?.version ?? 0 })
		expect((await findTask(ctx, 701))?.name).toBe('契約審査')
	}))

test('what the content drops leaves the site without what staff wrote being lost, and comes back with it', () =>
	withCtx(async (ctx) => {
		const editor = await makeEditor(ctx)
		const name: ItemName = { kind: 'useCase', key: '701/1' }
		await change(editor, name, { title: '契約の範囲を見直す' })
		const content = await contentWith(ctx, name, {})
		await reconcileContent(
			ctx,
			content.filter(({ kind, key }) => !(kind === 'useCase' && key === '701/1')),
		)
		expect((await findTask(ctx, 701))?.useCases).toEqual([])
		expect((await findItem(ctx, name))?.staff).toEqual({ title: '契約の範囲を見直す' })
		await reconcileContent(ctx, content)
		expect((await findTask(ctx, 701))?.useCases[0]?.title).toBe('契約の範囲を見直す')
	}))

test('what staff made stays when the content is loaded again', () =>
	withCtx(async (ctx) => {
		const editor = await makeEditor(ctx)
		const typed = {
			name: '電子契約の手引き',
			url: 'https://www.digital.go.jp/',
			kind: 'public',
			priceNote: '無料',
			summary: '電子契約の進め方です。',
			body: '読みます。\n\n使います。',
			checkedOn: '2026-06-01',
		}
		expect(await faultsOf(makeItem(editor, 'tool', { owner: '', slug: 'E tax', typed, reason }))).toHaveProperty('slug')
		const made = await makeItem(editor, 'tool', { owner: '', slug: 'e-contract-guide', typed, reason })
		await publish(editor, made)
		await change(editor, task, { tools: ['e-contract-guide'] })
		const tool = (await findTask(ctx, 701))?.tools[0]
		expect(tool).toMatchObject({ name: '電子契約の手引き', advertised: false })
		await reconcileContent(ctx, await contentWith(ctx, task, {}))
		expect((await findTask(ctx, 701))?.tools.map(({ id }) => id)).toEqual([tool?.id])
		expect(await faultsOf(save(editor, task, { tools: ['nothing-of-that-name'] }))).toHaveProperty('tools')
	}))

test('staff may narrow who does a part, with the offices it concerns shown before, and widen it nowhere', () =>
	withCtx(async (ctx) => {
		const editor = await makeEditor(ctx)
		const expertId = await makeExpert(ctx, { professions: ['gyoseishoshi'], taskIds: [801] })
		const officeId = await makeOffice(ctx, { taskIds: [801] })
		await ctx.db.insertInto('office_members').values({ office_id: officeId, expert_id: expertId, role: 'owner' }).execute()
		await ctx.db.deleteFrom('office_professions').where('office_id', '=', officeId).execute()
		await ctx.db
			.insertInto('office_professions')
			.values({ office_id: officeId, profession_id: 3 })
			.onConflict((c) => c.doNothing())
			.execute()
		await reindexOffice(ctx.db, officeId)
		const name: ItemName = { kind: 'part', key: '8011' }
		for (const fields of [{ grants: ['gyoseishoshi', 'zeirishi'] }, { grants: [] }])
			expect(await faultsOf(save(editor, name, fields))).toHaveProperty('grants')
		expect(await faultsOf(save(editor, name, { law: null, grants: [] }))).toHaveProperty('law')

		await save(editor, name, { grants: ['bengoshi'] })
		const [state, draft] = [await findItem(ctx, name), await findDraft(ctx, name)]
		if (!state || !draft) throw new Error('there is no draft')
		expect(await measurePart(editor, state, withDraft(name, state, draft))).toEqual({
			officesLost: 1,
			lostByProfession: [{ professionId: 3, offices: 1 }],
			officesBack: 0,
			profilesLost: 1,
			answersLost: 0,
		})
		const offered = () => ctx.db.selectFrom('office_tasks').select('task_id').where('office_id', '=', officeId).execute()
		expect(await offered()).toEqual([{ task_id: 801 }])
		await publish(editor, name)
		expect(await offered()).toEqual([])

		await restoreEdition(editor, name, 1)
		await publish(editor, name)
		expect(await offered()).toEqual([{ task_id: 801 }])
	}))

test('a draft is published at its time in the name of who set it, and a refused one says why', () =>
	withCtx(async (ctx) => {
		const editor = await makeEditor(ctx)
		await save(editor, task, { name: '契約書のチェック' })
		const at = new Date(TEST_NOW.getTime() + hours(1))
		expect(await faultsOf(scheduleDraft(editor, task, { at: TEST_NOW, version: 1 }))).toHaveProperty('publishOn')
		await scheduleDraft(editor, task, { at, version: 1 })
		expect(await publishDueDrafts(ctx)).toBe(0)
		const later = { ...ctx, now: () => at }
		await ctx.db.deleteFrom('staff_roles').where('user_id', '=', editor.viewer.userId).execute()
		expect(await publishDueDrafts(later)).toBe(1)
		expect((await findDraft(ctx, task))?.failure).toContain('権限')
		await ctx.db.insertInto('staff_roles').values({ user_id: editor.viewer.userId, role: 'editor' }).execute()
		await scheduleDraft(editor, task, { at, version: 1 })
		expect([await publishDueDrafts(later), await publishDueDrafts(later)]).toEqual([1, 0])
		expect((await findTask(ctx, 701))?.name).toBe('契約書のチェック')
	}))

test('of two who edit an item the second is told', () =>
	withCtx(async (ctx) => {
		const [editor, colleague] = [await makeEditor(ctx), await makeEditor(ctx)]
		const opened = await getEditor(colleague, task)
		await save(editor, task, { name: '契約書のチェック' })
		const typed = Object.fromEntries(opened.fields.map((field) => [field.name, controlText(field, opened.values[field.name])]))
		const late = { typed, reason: '', itemVersion: opened.state?.version ?? 0, draftVersion: 0 }
		expect(await refusal(saveDraft(colleague, task, late))).toBe('conflict')
		await change(editor, task, { name: '契約書の点検' })
		expect(await refusal(publishDraft(colleague, task, 1))).toBe('not-found')
	}))

test('a merged task moves its offices and questions, and its address leads on', () =>
	withCtx(async (ctx) => {
		const editor = await makeEditor(ctx)
		const { viewer: lawyer, expertId } = await makeExpertViewer(ctx, { professions: ['bengoshi'] })
		const officeId = await makeOffice(ctx, { taskIds: [] })
		await ctx.db.insertInto('office_members').values({ office_id: officeId, expert_id: expertId, role: 'owner' }).execute()
		await ctx.db
			.insertInto('office_tasks')
			.values({ office_id: officeId, task_id: 702, fee_basis: 'per_case', fee_min: 50_000, fee_max: null })
			.execute()
		const { id } = await postQuestion(
			as(ctx, await makeMember(ctx)),
			questionInput({ taskCategoryId: 7, taskIds: [702], clientKey: newKey() }),
		)
		await postAnswer(as(ctx, lawyer), id, answerInput({ partIds: await partsOf(ctx, 702) }))
		expect(await faultsOf(mergeTask(editor, { kind: 'task', key: '702' }, { to: 'task:101', reason }))).toHaveProperty('to')
		await mergeTask(editor, { kind: 'task', key: '702' }, { to: 'task:701', reason })

		expect(await findTask(ctx, 702)).toBeNull()
		expect((await findTask(ctx, 701))?.synonyms).toContain('契約書作成')
		expect(await findMoved(ctx, 'task', 702)).toEqual({ kind: 'task', id: 701 })
		expect(await ctx.db.selectFrom('office_tasks').select(['task_id', 'fee_min']).where('office_id', '=', officeId).execute()).toEqual([
			{ task_id: 701, fee_min: 50_000 },
		])
		expect(await ctx.db.selectFrom('question_tasks').select('task_id').where('question_id', '=', id).execute()).toEqual([{ task_id: 701 }])
		expect(await ctx.db.selectFrom('answers').select('hidden_at').where('question_id', '=', id).execute()).toEqual([{ hidden_at: null }])
		// The content still has the task: it stays retired.
		await reconcileContent(ctx, await contentWith(ctx, task, {}))
		expect(await findTask(ctx, 702)).toBeNull()
	}))

test('a split task takes parts with it, and answers to them stay', () =>
	withCtx(async (ctx) => {
		const editor = await makeEditor(ctx)
		const name: ItemName = { kind: 'task', key: '103' }
		const parts = await ctx.db.selectFrom('task_parts').select(['id', 'name', 'law_id']).where('task_id', '=', 103).orderBy('id').execute()
		const moved = parts.find(({ law_id }) => law_id !== null)
		const { viewer: lawyer } = await makeExpertViewer(ctx, { professions: ['bengoshi'] })
		const { id } = await postQuestion(as(ctx, await makeMember(ctx)), questionInput({ taskCategoryId: 1, taskIds: [103] }))
		await postAnswer(as(ctx, lawyer), id, answerInput({ partIds: await partsOf(ctx, 103) }))
		const input = { name: '契約の交渉', kana: 'けいやくのこうしょう', summary: '契約の交渉を任せます。', reason }
		expect(await faultsOf(splitTask(editor, name, { ...input, parts: parts.map((part) => `${part.id}`) }))).toHaveProperty('parts')
		const made = await splitTask(editor, name, { ...input, parts: [`${moved?.id}`] })

		expect((await findTask(ctx, Number(made.key)))?.name).toBe('契約の交渉')
		const of = (taskId: number) => ctx.db.selectFrom('task_parts').select('name').where('task_id', '=', taskId).execute()
		expect(await of(Number(made.key))).toEqual([{ name: moved?.name }])
		expect(await of(103)).toHaveLength(parts.length - 1)
		expect(await ctx.db.selectFrom('question_tasks').select('task_id').where('question_id', '=', id).orderBy('position').execute()).toEqual(
			[{ task_id: 103 }, { task_id: Number(made.key) }],
		)
		expect(await ctx.db.selectFrom('answers').select('hidden_at').where('question_id', '=', id).execute()).toEqual([{ hidden_at: null }])
	}))

test('a retired tool leads on, and back when it is revived; a task keeps one part', () =>
	withCtx(async (ctx) => {
		const editor = await makeEditor(ctx)
		const { id } = await ctx.db.selectFrom('tools').select('id').where('slug', '=', 'e-tax').executeTakeFirstOrThrow()
		const name: ItemName = { kind: 'tool', key: 'e-tax' }
		expect(await faultsOf(retireItem(editor, name, { to: 'tool:e-tax', reason }))).toHaveProperty('to')
		await retireItem(editor, name, { to: 'category:5', reason })
		expect(await findTool(ctx, id)).toBeNull()
		expect(await findMoved(ctx, 'tool', id)).toEqual({ kind: 'category', path: '/category/5' })
		await reviveItem(editor, name)
		const again = await ctx.db.selectFrom('tools').select('id').where('slug', '=', 'e-tax').executeTakeFirstOrThrow()
		expect(await findMoved(ctx, 'tool', id)).toEqual({ kind: 'tool', path: `/tool/${again.id}` })

		const parts = await ctx.db.selectFrom('task_parts').select('id').where('task_id', '=', 701).execute()
		for (const part of parts.slice(1)) await retireItem(editor, { kind: 'part', key: `${part.id}` }, { to: '', reason })
		expect(await faultsOf(retireItem(editor, { kind: 'part', key: `${parts[0]?.id}` }, { to: '', reason }))).toHaveProperty('form')
	}))

test('links are checked once a week, and one that fails is listed since when', () =>
	withCtx(async (ctx) => {
		const editor = await makeEditor(ctx)
		const asked: string[] = []
		const answering = (status: (url: string) => number): Ctx['webhooks'] => ({
			...ctx.webhooks,
			async read(url) {
				asked.push(url)
				return { status: status(url), etag: null, body: null }
			},
		})
		const missing = 'https://www.e-tax.nta.go.jp/'
		const all = { ...ctx, webhooks: answering((url) => (url === missing ? 404 : 200)) }
		for (let round = 0; round < 20; round += 1) if ((await checkToolLinks(all)) === 0) break
		const links = await ctx.db.selectFrom('tools').select('url').where('url', 'is not', null).execute()
		expect(asked.toSorted()).toEqual(links.map(({ url }) => url ?? '').toSorted())
		expect(await listDeadLinks(editor)).toMatchObject({
			dead: [{ slug: 'e-tax', failure: 'HTTP 404', failingSince: TEST_NOW }],
			links: asked.length,
		})
		const weekLater = new Date(TEST_NOW.getTime() + days(8))
		const unreachable: Ctx['webhooks'] = { ...ctx.webhooks, read: async () => ({ failure: 'name' }) }
		expect(await checkToolLinks({ ...ctx, now: () => weekLater, webhooks: unreachable })).toBe(0)
		expect((await listDeadLinks(editor)).dead).toHaveLength(1)
	}))

test('texts that end soon are listed', () =>
	withCtx(async (ctx) => {
		const editor = await makeEditor(ctx)
		await change(editor, task, { validUntil: '2026-06-30' })
		expect(await listExpiring(editor)).toContainEqual({ kind: 'task', key: '701', name: '契約書確認', day: '2026-06-30', isOver: false })
	}))
