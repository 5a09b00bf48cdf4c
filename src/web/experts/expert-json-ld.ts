import type { Expert } from '../../domain/experts/types.ts'
import { expertPath, officePath } from '../../domain/shared/links.ts'
import type { JsonLd } from '../layout/head.tsx'

/** Structured data of an expert for search engines. */
export function expertJsonLd(publicUrl: string, expert: Expert): JsonLd {
	const url = `${publicUrl}${expertPath(expert.id)}`
	return {
		'@type': 'Person',
		'@id': `${url}#person`,
		name: expert.name,
		url,
		image: `${publicUrl}/ogp/expert/${expert.id}.png`,
		jobTitle: expert.credentials.map(({ profession }) => profession.name),
		...(expert.headline ? { description: expert.headline } : {}),
		hasCredential: expert.credentials.map(({ profession, registrationNumber, association }) => ({
			'@type': 'EducationalOccupationalCredential',
			credentialCategory: profession.name,
			identifier: registrationNumber,
			...(association ? { recognizedBy: { '@type': 'Organization', name: association } } : {}),
		})),
		worksFor: expert.offices.map(({ id, name }) => ({ '@type': 'Organization', name, url: `${publicUrl}${officePath(id)}` })),
		knowsAbout: expert.tasks.map(({ name }) => name),
		knowsLanguage: expert.languages,
		...(expert.website ? { sameAs: [expert.website] } : {}),
	}
}
