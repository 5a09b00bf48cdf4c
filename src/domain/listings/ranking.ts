import { type RawBuilder, sql } from 'kysely'
import type { ListOrder } from './list-query.ts'
import { dayText } from '../shared/japan-time.ts'

/**
 * The orders of a list, in one place: how an office's ranks are computed (SQL over `offices o`) and how a page explains
 * them. Nothing paid for enters. A smaller rank comes first, equal ranks are ordered by office id.
 */

/** Bayesian mean: as if every office had this many reviews of this many stars besides its own. */
export const PRIOR_REVIEWS = 5
export const PRIOR_STARS = 3.5

/** Points of the recommended order: 40 for completeness, 40 for the rating, 20 for taking new clients. */
const COMPLETENESS = {
	headline: 3,
	description: 5,
	website: 3,
	phone: 4,
	picture: 4,
	invoiceNumber: 4,
	firstConsultation: 3,
	hours: 5,
	cases: 4,
	verifiedExpert: 5,
}
const RATING_POINTS = 40
const OPEN_POINTS = 20
const LIMITED_POINTS = 10

/** The mean used by the orders: with few reviews close to the prior, with many close to the actual mean. */
const meanSql = sql<number>`((o.rating_sum + ${sql.lit(PRIOR_STARS * PRIOR_REVIEWS)}) / (o.rating_count + ${sql.lit(PRIOR_REVIEWS)}))`

const points = (value: number, condition: RawBuilder<unknown>) => sql`case when ${condition} then ${sql.lit(value)} else 0 end`

const pointsSql = sql<number>`(
	${points(COMPLETENESS.headline, sql`o.headline <> ''`)}
	+ ${points(COMPLETENESS.description, sql`cardinality(o.description) >= 2`)}
	+ ${points(COMPLETENESS.website, sql`o.website is not null`)}
	+ ${points(COMPLETENESS.phone, sql`o.phone is not null and o.phone_public_at is not null`)}
	+ ${points(COMPLETENESS.picture, sql`o.picture is not null`)}
	+ ${points(COMPLETENESS.invoiceNumber, sql`o.invoice_number is not null`)}
	+ ${points(COMPLETENESS.firstConsultation, sql`o.first_consultation <> ''`)}
	+ ${points(COMPLETENESS.hours, sql`exists (select from office_hours h where h.office_id = o.id)`)}
	+ ${points(COMPLETENESS.cases, sql`exists (select from office_cases c where c.office_id = o.id)`)}
	+ ${points(
		COMPLETENESS.verifiedExpert,
		sql`exists (select from office_members om join experts e on e.id = om.expert_id where om.office_id = o.id and e.state = 'verified')`,
	)}
	+ (${meanSql} - 1) / 4 * ${sql.lit(RATING_POINTS)}
	+ case o.accepting when 'open' then ${sql.lit(OPEN_POINTS)} when 'limited' then ${sql.lit(LIMITED_POINTS)} else 0 end
)`

/** Offices of equal points have a fixed random order, so that the oldest are not always first. */
export const recommendedRankSql = sql<number>`(round((100 - ${pointsSql}) * 100)::integer * 100 + (o.id::bigint * 7919 % 97)::integer)`

export const ratingRankSql = sql<number>`round((5 - ${meanSql}) * 100000)::integer`

/** Minutes, because seconds since 1970 leave 32 bits in 2038. */
export const newestRankSql = sql<number>`(- floor(extract(epoch from o.published_at) / 60))::integer`

export const orderTexts: Record<ListOrder, { label: string; explanation: string }> = {
	recommended: {
		label: 'おすすめ順',
		explanation: `掲載情報の充実度（40点）、口コミの評価（${RATING_POINTS}点、件数が少ないうちは平均に寄せて計算）、新規のご相談の受付状況（${OPEN_POINTS}点）の合計が高い順です。同点の事務所は順不同です。広告料などの支払いは順位に影響しません。`,
	},
	nearest: { label: '近い順', explanation: '駅から事務所までの直線距離が短い順です。駅から2km以内の事務所を表示しています。' },
	rating: {
		label: '評価が高い順',
		explanation: `口コミの平均点が高い順です。件数が少ない事務所が有利にならないよう、${PRIOR_STARS}点の口コミが${PRIOR_REVIEWS}件あるものとみなして計算した平均を使います。`,
	},
	rotation: {
		label: '日替わり順',
		explanation:
			'毎日午前0時に並びがくじで入れ替わり、どの事務所にも同じ割合で前の順番が回ります。弁護士か司法書士だけが行える業務の一覧では、口コミの評価や掲載の内容で順位を付けません。広告料などの支払いも順位に影響しません。',
	},
	newest: { label: '新着順', explanation: '掲載を始めた日が新しい順です。' },
}

export type RankFacts = {
	accepting: 'open' | 'limited' | 'paused'
	rating: { average: number | null; count: number }
	distanceMetres: number | null
	feeIsPublic: boolean
	publishedAt: Date
}

const acceptingTexts = { open: '新規受付中', limited: '受付に条件あり', paused: '新規受付を休止中' }

/** The facts that decided an office's place in this order, in a few words each. */
export function reasonsOf(order: ListOrder, facts: RankFacts): string[] {
	const stars =
		facts.rating.average === null ? '口コミはまだありません' : `口コミ ${facts.rating.average.toFixed(1)}（${facts.rating.count}件）`
	if (order === 'nearest') return facts.distanceMetres === null ? [] : [`駅から約${formatMetres(facts.distanceMetres)}`]
	if (order === 'rotation') return []
	if (order === 'rating') return [stars]
	if (order === 'newest') return [`${dayText(facts.publishedAt)}に掲載開始`]
	return [acceptingTexts[facts.accepting], stars, ...(facts.feeIsPublic ? ['料金を公開'] : [])]
}

const formatMetres = (metres: number) =>
	metres < 950 ? `${Math.max(10, Math.round(metres / 10) * 10)}m` : `${(metres / 1000).toFixed(metres < 9_950 ? 1 : 0)}km`
