import type { OfficeCard } from '../../domain/listings/types.ts'
import type { OfficePhoto } from '../../domain/offices/photo-paths.ts'
import type { OfficeFacts, OpenState } from '../../domain/offices/types.ts'
import type { SpecialDays } from '../../domain/offices/hours/special-days.ts'
import type { ReviewPage } from '../../domain/reviews/types.ts'
import type { Municipality } from '../../domain/geography/areas.ts'
import type { Surroundings } from '../../domain/geography/surroundings.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { dateText, isoDay } from '../../domain/shared/japan-time.ts'
import type { ArticleLink } from '../articles/article-links.tsx'
import type { ExpertAnswerView } from '../questions/expert-answers.tsx'
import { type ReviewView, viewReview } from '../ui/posts/review-view.ts'
import { layOutMap, type MapDrawing } from './map-layout.ts'

/**
 * Only what the office page needs of its office: the browser gets these facts once as HTML and once as data, so every field
 * costs twice.
 */
export type OfficeView = Omit<
	OfficeFacts,
	'stations' | 'municipality' | 'areas' | 'experts' | 'publishedAt' | 'updatedAt' | 'weekend' | 'evening' | 'online' | 'specialDays'
> & {
	municipality: { name: string }
	/** Offices of the same trade in the municipality, one step up from the office. */
	neighbourhood: { label: string; path: string } | null
	areas: string[]
	ways: string[]
	/** `path`: offices of the same trade around the station. */
	stations: { name: string; walkMinutes: number; distanceMetres: number; lines: string; path: string | null }[]
	experts: {
		id: number
		name: string
		kana: string
		headline: string
		portrait: string | null
		title: string
		credentials: { profession: { name: string }; registrationNumber: string; association: string }[]
	}[]
	publishedOn: string
	updatedOn: string
}

/** What the page of an office shows, and the preview of a draft. */
export type OfficePageData = {
	office: OfficeView
	reviews: ReviewsView
	map: MapDrawing
	similar: SimilarView[]
	answers: ExpertAnswerView[]
	articles: ArticleLink[]
	photos: OfficePhoto[]
	open: OpenState | null
	/** Of the next 90 days. */
	specialDays: SpecialDays[]
	/** The badge names its day, so that a page left open does not lie. */
	asOf: string
}

/** The category of most of an office's tasks; null without tasks. */
export function mainCategoryId(tasks: OfficeFacts['tasks']): number | null {
	const ofCategory = [...Map.groupBy(tasks, ({ taskCategoryId }) => taskCategoryId)]
	return (
		ofCategory.reduce<(typeof ofCategory)[number] | null>(
			(most, one) => (most && most[1].length >= one[1].length ? most : one),
			null,
		)?.[0] ?? null
	)
}

export function viewOffice(office: OfficeFacts, category: { id: number; name: string } | null): OfficeView {
	const { stations, municipality, areas, experts, publishedAt, updatedAt, weekend, evening, online, specialDays: _, ...rest } = office
	return {
		...rest,
		municipality: { name: municipality.name },
		neighbourhood: category && {
			label: `${municipality.name}の${category.name}`,
			path: listPath({ scopeId: category.id, area: municipality }),
		},
		areas: areas.map(({ name }) => name),
		ways: [online && 'オンライン対応', weekend && '土日祝も対応', evening && '夜間も対応'].filter((way) => way !== false),
		stations: stations.map(({ station, walkMinutes, distanceMetres, lines }) => ({
			name: station.name,
			walkMinutes,
			distanceMetres,
			lines: lines.join('、'),
			path: category && listPath({ scopeId: category.id, area: station }),
		})),
		experts: experts.map(({ id, name, kana, headline, portrait, title, practisingYears, credentials }) => ({
			id,
			name,
			kana,
			headline,
			portrait,
			title: [title, practisingYears ? `実務${practisingYears}年` : ''].filter(Boolean).join('／'),
			credentials: credentials.map(({ profession, registrationNumber, association }) => ({
				profession: { name: profession.name },
				registrationNumber,
				association,
			})),
		})),
		publishedOn: dateText(isoDay(publishedAt)),
		updatedOn: dateText(isoDay(updatedAt)),
	}
}

export type ReviewsView = {
	items: (ReviewView & { id: number })[]
	number: number
	/** Queries of the pages before and after: '' for the first page. */
	previous: string | null
	next: string | null
}

export function viewReviews({ items, page }: ReviewPage): ReviewsView {
	const query = (link: { cursor: string | null } | null) => (link ? (link.cursor ? `?page=${link.cursor}` : '') : null)
	return {
		items: items.map((review) => ({ id: review.id, ...viewReview(review) })),
		number: page.number,
		previous: query(page.previous),
		next: query(page.next),
	}
}

export type SimilarView = Pick<OfficeCard, 'id' | 'name' | 'picture' | 'rating' | 'distanceMetres' | 'municipalityName'> & {
	professions: string
	station: OfficeCard['nearestStation']
}

export const viewSimilar = (offices: readonly OfficeCard[]): SimilarView[] =>
	offices.map(({ id, name, picture, professions, rating, nearestStation, municipalityName, distanceMetres }) => ({
		id,
		name,
		picture,
		professions: professions.map(({ shortName }) => shortName).join('・'),
		rating,
		station: nearestStation,
		municipalityName,
		distanceMetres,
	}))

export function mapOfOffice(
	office: Pick<OfficeFacts, 'lat' | 'lng' | 'stations' | 'municipality'>,
	surroundings: Surroundings,
): MapDrawing {
	return layOutMap({
		office,
		own: office.stations.map(({ station, walkMinutes }) => ({ id: station.id, walkMinutes })),
		...surroundings,
		neighbours: shortWardNames(surroundings.neighbours, office.municipality),
	})
}

/** Wards of the office's own city without its name: 「中村区」 beside 「名古屋市中区」. */
function shortWardNames(neighbours: readonly Municipality[], { name, type, cityId }: Municipality): Municipality[] {
	const city = type === 'ward' ? /^.+?市(?=.+区$)/.exec(name)?.[0] : undefined
	return neighbours.map((one) => (city && one.cityId === cityId ? { ...one, name: one.name.slice(city.length) } : one))
}
