import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { setAccountPlan } from '../plans/account-plan.ts'
import { as, makeExpertViewer, newKey } from '../questions/questions-for-test.ts'
import type { Ctx } from '../shared/context.ts'
import { parseInput } from '../shared/parse-input.ts'
import { idOfViewer, makeInquiry } from './inquiries-for-test.ts'
import { readInquiry } from './inquiry-reading.ts'
import { fillPlaceholders, findUnknownPlaceholder } from './reply-placeholders.ts'
import {
	addSavedReply,
	changeSavedReply,
	deleteSavedReply,
	listRepliesFor,
	listSavedReplies,
	type NewSavedReply,
	savedReplySchema,
} from './saved-replies.ts'

const reply = (values: Partial<NewSavedReply> = {}): NewSavedReply => ({
	title: 'はじめの返信',
	body: '{お名前}様\n\n{業務}についてのお問い合わせありがとうございます。{事務所}の{担当者}です。',
	clientKey: newKey(),
	...values,
})

const repliesOf = async (ctx: Ctx) => (await listSavedReplies(ctx)).flatMap(({ replies }) => replies)
const titlesOf = async (ctx: Ctx) => (await repliesOf(ctx)).map(({ title }) => title)

test('a reply is filled for the client of a thread, and only the office’s side has it', async () => {
	await withCtx(async (ctx) => {
		const { id, officeId, member, expert } = await makeInquiry(ctx)
		await addSavedReply(as(ctx, expert), officeId, reply())
		const [filled] = await listRepliesFor(as(ctx, expert), await readInquiry(as(ctx, expert), id))
		expect(filled?.text).toMatch(/^渡辺 さくら様\n\n.+についてのお問い合わせありがとうございます。/)
		expect(filled?.text).not.toMatch(/[{}]/)
		expect(await listRepliesFor(as(ctx, member), await readInquiry(as(ctx, member), id))).toEqual([])
		await expect(listSavedReplies(as(ctx, member))).rejects.toMatchObject({ kind: 'forbidden' })
	})
})

test('an office keeps as many as its plan holds; with a smaller plan those beyond are kept and sleep', async () => {
	await withCtx(async (ctx) => {
		const { id, officeId, expert } = await makeInquiry(ctx)
		const office = as(ctx, expert)
		const add = (title: string) => addSavedReply(office, officeId, reply({ title }))
		for (const title of ['一', '二', '三']) await add(title)
		await expect(add('四')).rejects.toMatchObject({ kind: 'conflict', fields: { form: expect.stringContaining('3件まで') } })
		await setAccountPlan(ctx, idOfViewer(expert), { plan: 'standard', until: null })
		await add('四')
		await setAccountPlan(ctx, idOfViewer(expert), null)
		const replies = await repliesOf(office)
		expect(replies.map(({ title, isAsleep }) => [title, isAsleep])).toEqual([
			['一', false],
			['二', false],
			['三', false],
			['四', true],
		])
		expect((await listRepliesFor(office, await readInquiry(office, id))).map(({ title }) => title)).toEqual(['一', '二', '三'])
	})
})

test('a repeated submit adds one reply, and a title names one', async () => {
	await withCtx(async (ctx) => {
		const { officeId, expert } = await makeInquiry(ctx)
		const office = as(ctx, expert)
		const first = reply()
		for (let time = 0; time < 2; time++) await addSavedReply(office, officeId, first)
		await addSavedReply(office, officeId, reply({ title: '書類のお願い' }))
		await expect(addSavedReply(office, officeId, reply())).rejects.toMatchObject({
			kind: 'conflict',
			fields: { title: expect.any(String) },
		})
		const replies = await repliesOf(office)
		const second = replies[1]?.id ?? 0
		await expect(changeSavedReply(office, second, first)).rejects.toMatchObject({ fields: { title: expect.any(String) } })
		await changeSavedReply(office, second, { title: '決算書のお願い', body: '決算書をお送りください。' })
		expect(await titlesOf(office)).toEqual(['はじめの返信', '決算書のお願い'])
		await deleteSavedReply(office, second)
		expect(await titlesOf(office)).toEqual(['はじめの返信'])
	})
})

test('experts of other offices neither read nor change them', async () => {
	await withCtx(async (ctx) => {
		const { officeId, expert } = await makeInquiry(ctx)
		await addSavedReply(as(ctx, expert), officeId, reply())
		const replies = await repliesOf(as(ctx, expert))
		const id = replies[0]?.id ?? 0
		const stranger = as(ctx, (await makeExpertViewer(ctx)).viewer)
		expect(await listSavedReplies(stranger)).toEqual([])
		await expect(addSavedReply(stranger, officeId, reply())).rejects.toMatchObject({ kind: 'not-found' })
		await expect(changeSavedReply(stranger, id, reply())).rejects.toMatchObject({ kind: 'not-found' })
		await expect(deleteSavedReply(stranger, id)).rejects.toMatchObject({ kind: 'not-found' })
	})
})

test('a text with a name in braces that is no placeholder is refused before it reaches a client', () => {
	expect(findUnknownPlaceholder('{お名前}様、{金額}円です。')).toBe('金額')
	expect(() => parseInput(savedReplySchema, { title: '見積もり', body: '{お客様名}様' })).toThrow(
		expect.objectContaining({ kind: 'invalid' }),
	)
	const values = { お名前: '山田 花子', 件名: '相続', 業務: '相続税の申告', 事務所: 'こもれび事務所', 担当者: '小林 誠' }
	expect(fillPlaceholders('｛お名前｝様 {業務}', values)).toBe('山田 花子様 相続税の申告')
	// What a client typed is put in as it is, never filled again.
	expect(fillPlaceholders('{件名}', { ...values, 件名: '{お名前}$&' })).toBe('{お名前}$&')
})
