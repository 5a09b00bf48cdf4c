import { describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { withCtx } from '../../test/database.ts'
import { makeExpert } from '../../test/factories.ts'
import { holderName, professions, subQualifications as constants } from '../../src/domain/taxonomy/attributes.ts'
import { listTaskParts } from '../../src/domain/taxonomy/task-part-reads.ts'
import { type Held, mayDoPart, refusalOf } from '../../src/domain/taxonomy/task-parts.ts'
import { heldOf, mostHeld } from '../demo/sub-qualifications.ts'
import { categories } from './index.ts'
import { laws, subQualifications } from './parts.ts'

const tasks = categories.flatMap((category) => category.tasks)
const parts = tasks.flatMap((task) => task.parts)
const named = (name: string) => tasks.find((task) => task.name === name)?.parts ?? []
const may = (name: string, held: Held) =>
	named(name)
		.filter((part) => mayDoPart(held, part))
		.map((part) => part.name)

/** Every profession alone, and with each sub-qualification that it may have. */
const credentials = professions.flatMap(({ id, slug }): { label: string; professionId: number; sub: number | null }[] => [
	{ label: slug, professionId: id, sub: null },
	...subQualifications
		.filter((sub) => sub.professions.includes(slug))
		.map((sub) => ({ label: `${slug}+${sub.slug}`, professionId: id, sub: sub.id })),
])
const heldBy = ({ professionId, sub }: (typeof credentials)[number]): Held => ({
	professionIds: [professionId],
	subQualifications: sub === null ? [] : [{ professionId, id: sub }],
})

describe('the parts of tasks', () => {
	test('are there for every task, and name those whom the task’s own list names', () => {
		const strangers = tasks.flatMap((task) =>
			task.professions
				.filter((slug) => !task.parts.some((part) => mayDoPart(mostHeld([slug]), part)))
				.map((slug) => `${task.name}: ${slug}`),
		)
		expect(strangers).toEqual([])
		expect(tasks.filter((task) => task.parts.length === 0)).toEqual([])
		expect(laws.filter((law) => !parts.some((part) => part.law?.slug === law.slug)).map(({ slug }) => slug)).toEqual([])
	})

	test('keep 税理士 out of papers, disputes and divisions of estates', () => {
		const held = heldOf(['zeirishi'], [])
		for (const name of [
			'契約書作成',
			'契約書確認',
			'利用規約',
			'遺産分割',
			'遺言',
			'家族信託',
			'定款作成',
			'債権回収',
			'労務トラブル',
			'再生・破産',
		])
			expect([name, may(name, held)]).toEqual([name, []])
		expect(may('返済条件変更', held)).toEqual(['経営改善計画づくりの助言'])
		expect(may('経営者保証解除', held)).toEqual(['財務の改善と資料づくりの助言'])
		expect(may('補助金書類作成', held)).toEqual([])
	})

	test('ask for the sub-qualification where the profession alone is not enough', () => {
		expect(may('労務トラブル', heldOf(['sharoushi'], []))).toEqual([])
		expect(may('労務トラブル', heldOf(['sharoushi'], [{ id: 1, professionId: 2 }]))).toEqual(['あっせんなど裁判外の手続の代理'])
		expect(may('債権回収', heldOf(['shihoshoshi'], []))).toEqual([])
		expect(may('債権回収', heldOf(['shihoshoshi'], [{ id: 2, professionId: 4 }]))).toHaveLength(1)
		expect(may('株価評価', heldOf(['kaikeishi'], []))).toEqual([])
		expect(may('株価評価', heldOf(['kaikeishi'], [{ id: 6, professionId: 8 }]))).toHaveLength(1)
		expect(may('税務顧問', heldOf(['bengoshi'], []))).toEqual([])
		expect(may('在留資格', heldOf(['gyoseishoshi'], []))).toEqual(['申請書類の作成と相談'])
		expect(may('海外出願', heldOf(['shindanshi'], []))).toEqual(['外国出願の計画と費用の助言'])
		// Held with another profession, it opens nothing.
		expect(may('株価評価', heldOf(['sharoushi'], [{ id: 6, professionId: 8 }]))).toEqual([])
	})

	test('are judged alike by the predicate and by the database, for every part and credential', () =>
		withCtx(async (ctx) => {
			for (const credential of credentials) {
				const slug = professions.find(({ id }) => id === credential.professionId)?.slug ?? 'zeirishi'
				const expertId = await makeExpert(ctx, { professions: [slug], taskIds: [] })
				if (credential.sub !== null)
					await ctx.db
						.insertInto('expert_sub_qualifications')
						.values({
							expert_id: expertId,
							profession_id: credential.professionId,
							sub_qualification_id: credential.sub,
							registration_number: '1',
							registered_on: null,
							valid_until: null,
							verified_at: ctx.now(),
						})
						.execute()
				const { rows } = await sql<{ id: number }>`
					select id from task_parts where expert_may_do(${expertId}::integer, id) order by id
				`.execute(ctx.db)
				const all = [...parts, ...categories.flatMap(({ gate }) => gate ?? [])]
				const expected = all.filter((part) => mayDoPart(heldBy(credential), part)).map(({ id }) => id)
				expect([credential.label, rows.map(({ id }) => id)]).toEqual([credential.label, expected.sort((a, b) => a - b)])
			}
			const [first] = await listTaskParts(ctx, [1103])
			expect(first && refusalOf([first])).toBe(
				'官公署に出す書類や、権利義務・事実証明に関する書類を報酬を得て作成することは、行政書士法第1条の3と第19条により、行政書士と、ほかの法律で認められた資格の人だけが行えます。「遺産分割」を行えるのは、行政書士、司法書士、弁護士です。',
			)
		}))

	test('name sub-qualifications as the code does', () => {
		expect(
			subQualifications.map(({ id, slug, name, shortName, renewal, limit }) => ({
				id,
				slug,
				name,
				shortName,
				renewed: renewal === 'required',
				limit,
			})),
		).toEqual(constants.map(({ id, slug, name, shortName, renewed, limit }) => ({ id, slug, name, shortName, renewed, limit })))
		expect(holderName(6, 8)).toBe('税理士登録のある公認会計士')
		expect(holderName(1, 2)).toBe('特定社会保険労務士')
	})
})
