import { checkedSql, text } from '../platform/checked-sql.ts'
import type { Storage } from '../platform/storage.ts'
import type { Ctx } from '../domain/shared/context.ts'
import { findScope } from '../domain/taxonomy/categories.ts'
import { getExpert } from '../domain/experts/experts.ts'
import { getOffice } from '../domain/offices/offices.ts'
import { tokenOf } from '../domain/offices/photo-paths.ts'
import { ALL_OFFICES } from '../domain/taxonomy/scopes.ts'
import { findTask } from '../domain/taxonomy/tasks.ts'
import { findTool } from '../domain/taxonomy/tools.ts'
import type { FeeBasis } from '../domain/taxonomy/types.ts'
import { notFound } from '../domain/shared/errors.ts'
import { type Area, areaId, areaName, japan, parseAreaId } from '../domain/geography/areas.ts'
import { getMunicipality } from '../domain/geography/municipalities.ts'
import { getPrefecture } from '../domain/geography/prefectures.ts'
import { getQuestion } from '../domain/questions/question-page.ts'
import { questionStateLabels } from '../domain/questions/types.ts'
import { getStation } from '../domain/geography/stations.ts'
import { isPublic, itemColumns, itemJoins, itemShape, toItem } from '../domain/articles/article-items.ts'
import type { Card } from './card.ts'
import { drawnCategory, drawnOffice, drawnPortrait } from './drawn-pictures.ts'

/** The share cards of the pages. Each throws not-found for what has no public page. */

const shortNames = (professions: readonly { shortName: string }[]) =>
	professions
		.slice(0, 3)
		.map(({ shortName }) => shortName)
		.join('・')

const present = (texts: readonly (string | null | false | undefined)[]): string[] =>
	texts.filter((text) => typeof text === 'string' && text !== '') as string[]

const ratingFact = ({ average, count }: { average: number | null; count: number }) =>
	average === null || count === 0 ? null : `口コミ ${average.toFixed(1)}（${count}件）`

export async function officeCard(ctx: Ctx, id: number, storage?: Pick<Storage, 'read'>): Promise<Card> {
	const office = await getOffice(ctx, id)
	const station = office.stations[0]
	return {
		siteName: ctx.site.name,
		kicker: present([`${office.prefecture.name}${office.municipality.name}`, shortNames(office.professions)]).join('｜'),
		title: [office.name],
		lines: present([office.headline]),
		facts: present([
			office.isDemo && 'デモ',
			ratingFact(office.rating),
			station && station.walkMinutes <= 30 && `${station.station.name}駅 徒歩${station.walkMinutes}分`,
			office.firstConsultationFree && '初回相談無料',
			office.online && 'オンライン対応',
		]),
		picture: {
			kind: 'office',
			svg: (await photographOf(office.picture, storage)) ?? (await drawnOffice(ctx, id, { lettered: false })),
			path: `/media/offices/${id}.svg`,
		},
	}
}

/** An office's first photograph as a picture to draw with, or null. */
async function photographOf(picture: string | null, storage: Pick<Storage, 'read'> | undefined): Promise<string | null> {
	const photo = picture !== null && tokenOf(picture) !== null ? await storage?.read(picture) : null
	if (!photo) return null
	const data = `data:image/jpeg;base64,${photo.toString('base64')}`
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 260 260" width="260" height="260"><image href="${data}" width="260" height="260" preserveAspectRatio="xMidYMid slice"/></svg>`
}

export async function expertCard(ctx: Ctx, id: number): Promise<Card> {
	const expert = await getExpert(ctx, id)
	const office = expert.offices[0]
	return {
		siteName: ctx.site.name,
		kicker: expert.credentials.map(({ profession }) => profession.name).join('・') || '専門家',
		title: [expert.name],
		lines: present([expert.headline, office?.name]),
		facts: present([
			office && `${office.prefectureName}${office.municipalityName}`,
			expert.practisingYears !== null && expert.practisingYears > 0 && `実務${expert.practisingYears}年`,
			...expert.tasks.slice(0, 2).map(({ name }) => name),
		]),
		picture: await portraitOf(ctx, id),
	}
}

const portraitOf = async (ctx: Ctx, id: number): Promise<Card['picture']> => ({
	kind: 'portrait',
	svg: await drawnPortrait(ctx, id, { lettered: false }),
	path: `/media/portraits/${id}.svg`,
})

/** The scene of a category, for a card without a face or a house. */
const sceneOf = async (ctx: Ctx, categoryId: number): Promise<Card['picture']> => ({
	kind: 'scene',
	// Square, as the card has room for it.
	svg: (await drawnCategory(ctx, categoryId)).replace(
		'width="240" height="160" viewBox="0 0 240 160"',
		'width="240" height="240" viewBox="0 -40 240 240"',
	),
	path: `/media/categories/${categoryId}.svg`,
})

export async function listCard(ctx: Ctx, scopeId: number, areaNumber: number): Promise<Card> {
	const [scope, area] = await Promise.all([scopeId === ALL_OFFICES ? null : findScope(ctx, scopeId), areaOf(ctx, areaNumber)])
	// All offices of a prefecture have a page; those of smaller places have none.
	if (!scope && (scopeId !== ALL_OFFICES || area.kind !== 'prefecture')) throw notFound('list')
	const total = await ctx.db
		.selectFrom('listing_totals')
		.select('office_count')
		.where('area_id', '=', areaId(area))
		.where('scope_id', '=', scopeId)
		.executeTakeFirst()
	const count = total?.office_count ?? 0
	const prefecture = area.kind === 'municipality' || area.kind === 'station' ? getPrefecture(area.prefectureId).name : null
	return {
		siteName: ctx.site.name,
		kicker: present([scope?.kind === 'task' && scope.categoryName, prefecture]).join('｜') || '事務所を探す',
		title: scope ? [`${areaName(area)}で`, `${scope.name}を相談できる事務所`] : [`${areaName(area)}の`, '士業・専門家の事務所'],
		lines: ['費用、口コミ、最寄り駅、対応する曜日と時間を比べて選べます。'],
		facts: count >= 3 ? [`${count.toLocaleString('ja-JP')}件の事務所`] : [],
		picture: scope && (await sceneOf(ctx, scope.categoryId)),
	}
}

async function areaOf(ctx: Ctx, areaNumber: number): Promise<Area> {
	const parsed = parseAreaId(areaNumber)
	if (!parsed) throw notFound('area')
	if (parsed.kind === 'japan') return japan
	if (parsed.kind === 'prefecture') return getPrefecture(parsed.id)
	return parsed.kind === 'municipality' ? getMunicipality(ctx, parsed.id) : getStation(ctx, parsed.id)
}

/** A task, or a category where the number is one. */
export async function taskCard(ctx: Ctx, id: number): Promise<Card> {
	const task = await findTask(ctx, id)
	if (!task) throw notFound('task')
	return {
		siteName: ctx.site.name,
		kicker: task.taskCategoryName,
		title: [task.name],
		lines: [task.summary],
		facts: present([
			feeFact(task.fee),
			shortNames(task.professions),
			task.officeCount > 0 && `${task.officeCount.toLocaleString('ja-JP')}件の事務所`,
		]),
		picture: await sceneOf(ctx, task.taskCategoryId),
	}
}

/** A tool with what it costs and is of use for; an advertised one says so. */
export async function toolCard(ctx: Ctx, id: number): Promise<Card> {
	const tool = await findTool(ctx, id)
	if (!tool) throw notFound('tool')
	return {
		siteName: ctx.site.name,
		kicker: '役に立つ道具',
		title: [tool.name],
		lines: [tool.summary],
		facts: present([
			tool.advertised && '広告',
			tool.priceNote.length <= 16 && tool.priceNote,
			...tool.tasks.slice(0, 2).map(({ name }) => name),
		]),
		picture: tool.tasks[0] ? await sceneOf(ctx, tool.tasks[0].taskCategoryId) : null,
	}
}

/** A question by its title, without data about the asker: pictures are shared without their page. */
export async function questionCard(ctx: Ctx, id: number): Promise<Card> {
	const question = await getQuestion(ctx, id, null)
	const answerer = question.answers.find(({ expert }) => expert.id !== null)?.expert.id ?? null
	return {
		siteName: ctx.site.name,
		kicker: `みんなの質問｜${question.taskCategory.name}`,
		title: [question.title],
		lines: [],
		facts: present([
			questionStateLabels[question.state],
			question.answerCount > 0 && `専門家の回答 ${question.answerCount.toLocaleString('ja-JP')}件`,
			...question.tasks.slice(0, 1).map(({ name }) => name),
		]),
		picture: answerer === null ? await sceneOf(ctx, question.taskCategory.id) : await portraitOf(ctx, answerer),
	}
}

/** An article by its title, with who wrote it. */
export async function articleCard(ctx: Ctx, id: number): Promise<Card> {
	const { rows } = await checkedSql({ ...itemShape, supervisor: text.nullable })`
		select ${itemColumns}, s.display_name as supervisor
		from articles a ${itemJoins} left join experts s on s.id = a.supervisor_id and s.state = 'verified'
		where a.id = ${id}::integer and ${isPublic}
	`.execute(ctx.db)
	const [row] = rows
	if (!row) throw notFound('article')
	const { title, taskCategory, author } = toItem(ctx, row)
	return {
		siteName: ctx.site.name,
		kicker: `記事｜${taskCategory.name}`,
		title: [title],
		lines: [],
		facts: present([`執筆 ${author.name}`, row.supervisor && `監修 ${row.supervisor}`]),
		picture: row.public_expert_id === null ? await sceneOf(ctx, taskCategory.id) : await portraitOf(ctx, row.public_expert_id),
	}
}

const units: Record<FeeBasis, string> = { per_case: '1件', monthly: '月額', hourly: '1時間', percentage: '' }

function feeFact({ basis, min, max }: { basis: FeeBasis; min: number; max: number }): string {
	if (basis === 'percentage') return `費用の目安 ${min === max ? min : `${min}〜${max}`}%`
	return `${units[basis]} ${amount(min)}${min === max ? '' : `〜${amount(max)}`}`
}

/** 33,000 as 3.3万円: chips are short. */
const amount = (yen: number) =>
	yen >= 10_000 ? `${Number((yen / 10_000).toFixed(1)).toLocaleString('ja-JP')}万円` : `${yen.toLocaleString('ja-JP')}円`

/** Cards of single pages. */
const pageCards = {
	category: ['業務カテゴリーから探す', '頼みたいことに近いカテゴリーから、業務の内容と事務所を確かめられます。'],
	task: ['業務の一覧', '料金の目安と、頼める専門家の資格を業務ごとにまとめています。'],
	qa: ['みんなの質問', '事業の疑問に、資格を確認した専門家が答えています。'],
	article: ['記事', '専門家と編集部が、根拠と法令の時点を示して実務を解説しています。'],
	factoring: ['無料資金診断', '売掛金を早く現金にする方法の費用と、ほかの方法を、連絡先なしで確かめられます。'],
	introduction: ['困りごとから、頼む相手を見つける', '5つのステップで、頼む業務と事務所を見つけられます。'],
	estimate: ['まとめて見積もりを頼む', '選んだ事務所だけに届き、電話番号は公開するまで見えません。'],
} as const

/** Throws not-found for a name that has no card. */
export function pageCard(ctx: Ctx, name: string): Card {
	const texts = Object.entries(pageCards).find(([known]) => known === name)?.[1]
	if (!texts) throw notFound('page')
	return {
		siteName: ctx.site.name,
		kicker: '業務と地域から士業・専門家を探す',
		title: [texts[0]],
		lines: [texts[1]],
		facts: [],
		picture: null,
	}
}

export function siteCard(ctx: Ctx): Card {
	return {
		siteName: ctx.site.name,
		kicker: '業務と地域から士業・専門家を探す',
		title: ['困りごとから、', '頼れる人まで、', 'まっすぐ。'],
		lines: ['税理士、社労士、弁護士などの事務所を、', '料金と口コミと最寄り駅で比べて選べます。'],
		facts: ['登録番号を掲載', '料金を先に公開'],
		picture: null,
	}
}
