import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from './database.ts'
import { makeOffice, makeReview } from './factories.ts'
import { openPage } from './render-page.tsx'
import { requireRecentStaff, requireStaff } from '../src/domain/accounts/staff.ts'
import { hideSubject } from '../src/domain/moderation/hiding.ts'
import { report } from '../src/domain/moderation/reports.ts'
import { readSubjectPreview } from '../src/domain/moderation/subject-previews.ts'
import type { Subject } from '../src/domain/moderation/input.ts'
import { imagePath } from '../src/domain/questions/image-paths.ts'
import { addImage, describeImages, listImages, readImageFile } from '../src/domain/questions/question-images.ts'
import { as, makeMember, makeThread, questionInput, refusal } from '../src/domain/questions/questions-for-test.ts'
import { postQuestion } from '../src/domain/questions/questions.ts'
import { createFileStorage } from '../src/platform/storage.ts'

const storage = createFileStorage(path.join(tmpdir(), `subject-preview-test-${process.pid}`))
const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: '#3366aa' } })
	.jpeg()
	.toBuffer()

/** A question with a picture, and its file. */
async function askWithImage(ctx: TestCtx) {
	const asker = as(ctx, await makeMember(ctx))
	await addImage(asker, null, await picture)
	const [image] = await listImages(asker, null)
	await describeImages(asker, null, new Map([[image!.id, '届いた通知書']]))
	const { id } = await postQuestion(asker, questionInput(), { withImages: true })
	return { id, token: image!.token }
}

/** The desk's page with the newest report of a subject open. */
async function openReported(ctx: TestCtx, subject: Subject): Promise<string> {
	await report(as(ctx, await makeMember(ctx)), subject, { reason: 'personal', body: '番号が写っています。' })
	const { id } = await ctx.db.selectFrom('reports').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
	const staff = { ...ctx, viewer: await makeMember(ctx, ['moderator']) }
	return (await openPage(staff, `/admin/queues/reports?item=${id}`)).html
}

test('moderators see the pictures of a question where they decide on it, also once it is hidden, and nobody else does then', () =>
	withCtx(async (plain) => {
		const ctx = { ...plain, storage }
		const { id, token } = await askWithImage(ctx)
		const file = imagePath(token, 640, 'jpg')
		expect(await openReported(ctx, { kind: 'question', id })).toMatch(new RegExp(`<img src="${file}"[^>]*alt="届いた通知書"`))

		const moderator = as(ctx, await makeMember(ctx, ['moderator']))
		await hideSubject(requireRecentStaff(moderator, 'moderator'), { kind: 'question', id }, '番号が写っているため')
		const { html } = await openPage(moderator, `/admin/questions?id=${id}`)
		expect(html).toContain(`<img src="${file}"`)
		const name = file.split('/').at(-1)!
		expect(await readImageFile(moderator, name)).toMatchObject({ isPublic: false })
		for (const role of ['reviewer', 'editor', 'support', 'accounting'] as const)
			expect(await refusal(readImageFile(as(ctx, await makeMember(ctx, [role])), name))).toBe('not-found')
	}))

test('what staff decide on is shown as its page shows it', () =>
	withCtx(async (ctx) => {
		const { answerId } = await makeThread(ctx)
		const answer = await openReported(ctx, { kind: 'answer', id: answerId })
		expect(answer).toContain('<strong>合理的な基準</strong>')
		expect(answer).toContain('国税庁 No.2210')
		const review = await makeReview(ctx, await makeOffice(ctx), { stars: 2, body: '返事が遅く、\n説明も足りませんでした。' })
		const shown = await openReported(ctx, { kind: 'review', id: review })
		expect(shown).toContain('5点中2点')
		expect(shown).toContain('★★<span>★★★</span>')
		const list = await openPage({ ...ctx, viewer: await makeMember(ctx, ['moderator']) }, `/admin/reviews?id=${review}`)
		expect(list.html).toContain('5点中2点')
	}))

test('previews are for moderators, and a question that waits for its author’s address has none', () =>
	withCtx(async (ctx) => {
		const { id } = await postQuestion(as(ctx, await makeMember(ctx)), questionInput())
		const subject = { kind: 'question', id } as const
		const support = requireStaff(as(ctx, await makeMember(ctx, ['support'])), 'support')
		expect(await refusal(readSubjectPreview(support, subject))).toBe('forbidden')
		const moderator = requireStaff(as(ctx, await makeMember(ctx, ['moderator'])), 'moderator')
		expect(await readSubjectPreview(moderator, subject)).toMatchObject({ kind: 'question', images: [] })
		await ctx.db
			.updateTable('questions')
			.set({ awaits_address_since: ctx.now(), hidden_at: ctx.now(), hidden_reason: '' })
			.where('id', '=', id)
			.execute()
		expect(await readSubjectPreview(moderator, subject)).toBeNull()
	}))
