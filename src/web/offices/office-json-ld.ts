import type { ProfessionSlug } from '../../domain/taxonomy/attributes.ts'
import type { SpecialDays } from '../../domain/offices/hours/special-days.ts'
import { expertPath, officePath } from '../../domain/shared/links.ts'
import type { JsonLd } from '../layout/head.tsx'
import type { OfficeView } from './office-view.ts'

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'PublicHolidays']

const legal: readonly ProfessionSlug[] = ['bengoshi', 'shihoshoshi', 'benrishi', 'gyoseishoshi']
const accounting: readonly ProfessionSlug[] = ['zeirishi', 'kaikeishi']

/** The narrowest type of schema.org that is right for all professions of an office. */
export function officeType(professions: readonly { slug: ProfessionSlug }[]): 'LegalService' | 'AccountingService' | 'ProfessionalService' {
	const all = (slugs: readonly ProfessionSlug[]) => professions.length > 0 && professions.every(({ slug }) => slugs.includes(slug))
	return all(legal) ? 'LegalService' : all(accounting) ? 'AccountingService' : 'ProfessionalService'
}

type Described = Omit<OfficeView, 'stations' | 'cases' | 'ways' | 'neighbourhood'>

/** Closed days open and close at 00:00, as search engines ask. Hours that only days of work have name their weekdays. */
const specialHours = ({ kind, firstOn, lastOn, opensAt, closesAt }: SpecialDays, hours: Described['hours']) => ({
	'@type': 'OpeningHoursSpecification',
	...(kind === 'hours' ? { dayOfWeek: [...new Set(hours.map(({ weekday }) => `https://schema.org/${days[weekday]}`))] } : {}),
	validFrom: firstOn,
	validThrough: lastOn,
	opens: opensAt ?? '00:00',
	closes: closesAt ?? '00:00',
})

/** Structured data of an office for search engines. A rating is given only where there are reviews. */
export function officeJsonLd(publicUrl: string, office: Described, specialDays: readonly SpecialDays[] = []): JsonLd {
	const url = `${publicUrl}${officePath(office.id)}`
	return {
		'@type': officeType(office.professions),
		'@id': `${url}#office`,
		name: office.name,
		url,
		image: `${publicUrl}/ogp/office/${office.id}.png`,
		description: office.headline || office.description[0],
		address: {
			'@type': 'PostalAddress',
			addressCountry: 'JP',
			...(office.postalCode ? { postalCode: `${office.postalCode.slice(0, 3)}-${office.postalCode.slice(3)}` } : {}),
			addressRegion: office.prefecture.name,
			addressLocality: office.municipality.name,
			streetAddress: office.addressLine,
		},
		// An estimated point would be taken for the entrance.
		...(office.isPointApproximate ? {} : { geo: { '@type': 'GeoCoordinates', latitude: office.lat, longitude: office.lng } }),
		...(office.phone ? { telephone: office.phone } : {}),
		...(office.website ? { sameAs: [office.website] } : {}),
		...(office.foundedOn ? { foundingDate: office.foundedOn } : {}),
		openingHoursSpecification: office.hours.map(({ weekday, opensAt, closesAt }) => ({
			'@type': 'OpeningHoursSpecification',
			dayOfWeek: `https://schema.org/${days[weekday]}`,
			opens: opensAt,
			closes: closesAt,
		})),
		...(specialDays.length > 0 ? { specialOpeningHoursSpecification: specialDays.map((one) => specialHours(one, office.hours)) } : {}),
		areaServed: office.areas.map((name) => ({ '@type': 'AdministrativeArea', name })),
		knowsLanguage: office.languages,
		employee: office.experts.map(({ id, name, credentials }) => ({
			'@type': 'Person',
			name,
			url: `${publicUrl}${expertPath(id)}`,
			jobTitle: credentials.map(({ profession }) => profession.name).join('・'),
		})),
		...(office.rating.average !== null && office.rating.count > 0
			? {
					aggregateRating: {
						'@type': 'AggregateRating',
						ratingValue: Number(office.rating.average.toFixed(2)),
						reviewCount: office.rating.count,
						bestRating: 5,
						worstRating: 1,
					},
				}
			: {}),
	}
}
