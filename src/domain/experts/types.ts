import type { ProfessionName } from '../taxonomy/attributes.ts'
import type { OfficeCard } from '../listings/types.ts'

export type OfficeExpert = {
	id: number
	name: string
	kana: string
	headline: string
	portrait: string | null
	title: string
	practisingYears: number | null
	credentials: Credential[]
}

export type Credential = {
	profession: ProfessionName
	registrationNumber: string
	association: string
	registeredOn: string | null
}

export type ExpertCard = {
	id: number
	name: string
	kana: string
	headline: string
	portrait: string | null
	professions: ProfessionName[]
	practisingYears: number | null
	/** The expert's main office, if it is public. */
	office: { id: number; name: string; prefectureName: string; municipalityName: string } | null
	taskNames: string[]
}

export type Expert = {
	id: number
	/** The public uid of the user, by which follows and the uid lookup of the API go. */
	uid: string
	name: string
	kana: string
	headline: string
	biography: string[]
	portrait: string | null
	practisingSince: string | null
	practisingYears: number | null
	languages: string[]
	website: string | null
	/** Other pages of the expert's own. */
	links: string[]
	/** Ids of the prefectures that the expert works in; empty where none were named. */
	areaIds: number[]
	verifiedAt: Date
	updatedAt: Date
	credentials: Credential[]
	/** What the expert has besides these registrations: 「特定社会保険労務士」. */
	subQualifications: string[]
	tasks: { id: number; name: string; taskCategoryId: number; taskCategoryName: string }[]
	offices: OfficeCard[]
}
