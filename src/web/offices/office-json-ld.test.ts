import { expect, test } from 'vitest'
import { getProfession } from '../../domain/taxonomy/attributes.ts'
import { getPrefecture } from '../../domain/geography/prefectures.ts'
import { officeJsonLd, officeType } from './office-json-ld.ts'
import type { OfficeView } from './office-view.ts'

const office: Omit<OfficeView, 'stations' | 'cases' | 'ways' | 'neighbourhood'> = {
	id: 12,
	kind: 'sole',
	name: '三鷹税理士事務所',
	kana: 'みたかぜいりしじむしょ',
	corporateNumber: null,
	invoiceNumber: null,
	representative: '三鷹 太郎',
	headline: '創業の相談を受けています。',
	description: [],
	postalCode: '1810013',
	prefecture: getPrefecture(13),
	municipality: { name: '三鷹市' },
	addressLine: '下連雀3-1-1',
	lat: 35.7,
	lng: 139.56,
	isPointApproximate: false,
	phone: null,
	website: null,
	firstConsultation: '',
	firstConsultationFree: true,
	replyMinutes: null,
	accepting: 'open',
	staffCount: 3,
	foundedOn: null,
	industries: [],
	software: [],
	languages: ['日本語'],
	picture: null,
	isDemo: true,
	publishedOn: '2026年1月1日',
	updatedOn: '2026年1月1日',
	professions: [getProfession(1)],
	rating: { average: null, count: 0, stars: [] },
	hours: [{ weekday: 7, opensAt: '10:00', closesAt: '15:00', byAppointment: false }],
	tasks: [],
	experts: [],
	areas: ['東京都'],
}

test('the type is as narrow as all professions allow', () => {
	expect(officeType([getProfession(1), getProfession(8)])).toBe('AccountingService')
	expect(officeType([getProfession(5)])).toBe('LegalService')
	expect(officeType([getProfession(1), getProfession(5)])).toBe('ProfessionalService')
	expect(officeType([])).toBe('ProfessionalService')
})

test('a rating is told only where there are reviews, a telephone only where it is public', () => {
	expect(officeJsonLd('https://s.example', office)).not.toHaveProperty('aggregateRating')
	expect(officeJsonLd('https://s.example', office)).not.toHaveProperty('telephone')
	expect(
		officeJsonLd('https://s.example', { ...office, phone: '0422-00-0000', rating: { average: 4.25, count: 4, stars: [] } }),
	).toMatchObject({
		telephone: '0422-00-0000',
		aggregateRating: { ratingValue: 4.25, reviewCount: 4 },
	})
})

test('hours of public holidays carry their name', () => {
	expect(officeJsonLd('https://s.example', office)['openingHoursSpecification']).toEqual([
		{ '@type': 'OpeningHoursSpecification', dayOfWeek: 'https://schema.org/PublicHolidays', opens: '10:00', closes: '15:00' },
	])
})
