import { expect, test } from 'vitest'
import { getProfession } from '../../domain/taxonomy/attributes.ts'
import { makeOfficeFacts } from '../../domain/offices/office-facts-for-test.ts'
import { getPrefecture } from '../../domain/geography/prefectures.ts'
import { officeJsonLd, officeType } from './office-json-ld.ts'
import { viewOffice } from './office-view.ts'

const office = viewOffice(
	makeOfficeFacts({
		id: 12,
		name: '三鷹税理士事務所',
		firstConsultationFree: true,
		hours: [{ weekday: 7, opensAt: '10:00', closesAt: '15:00', byAppointment: false }],
		areas: [getPrefecture(13)],
	}),
	null,
)

test('the type is as narrow as all professions allow', () => {
	expect(officeType([getProfession(1), getProfession(8)])).toBe('AccountingService')
	expect(officeType([getProfession(5)])).toBe('LegalService')
	expect(officeType([getProfession(1), getProfession(5)])).toBe('ProfessionalService')
	expect(officeType([])).toBe('ProfessionalService')
})

test('a rating is given only with reviews, a telephone number only where it is public', () => {
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

test('special days say when they hold, closed ones from 00:00 to 00:00', () => {
	const day = { firstOn: '2026-12-29', lastOn: '2027-01-03', isYearly: true, label: '年末年始' }
	const special = officeJsonLd('https://s.example', office, [
		{ ...day, kind: 'closed', opensAt: null, closesAt: null },
		{ ...day, kind: 'hours', opensAt: '09:00', closesAt: '20:00' },
	])['specialOpeningHoursSpecification']
	const specification = { '@type': 'OpeningHoursSpecification', validFrom: '2026-12-29', validThrough: '2027-01-03' }
	expect(special).toEqual([
		{ ...specification, opens: '00:00', closes: '00:00' },
		{ ...specification, dayOfWeek: ['https://schema.org/PublicHolidays'], opens: '09:00', closes: '20:00' },
	])
	expect(officeJsonLd('https://s.example', office)).not.toHaveProperty('specialOpeningHoursSpecification')
})
