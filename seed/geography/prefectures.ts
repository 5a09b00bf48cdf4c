import { findPrefecture } from '../../src/domain/geography/prefectures.ts'

/** The id of a prefecture that content names by its slug. Throws when there is none. */
export function prefectureIdOf(slug: string): number {
	const prefecture = findPrefecture(slug)
	if (!prefecture) throw new Error(`Content refers to the prefecture ${slug}, which does not exist`)
	return prefecture.id
}
