/**
 * What members of a profession say of themselves, in the notation of grammar.ts. Variables: $surname, $office, $town
 * (municipality), $pref, $access (station or town), $years, $task1, $task2, $industry1, $industry2, $title.
 */
export type ProfessionTexts = {
	headlines: readonly string[]
	/** Where the person worked before. */
	careers: readonly string[]
	/** Why this profession, why this office. */
	turns: readonly string[]
	/** What the person is good at. */
	strengths: readonly string[]
	/** How the person works with clients. */
	ways: readonly string[]
	officeHeadlines: readonly string[]
	officeBodies: readonly string[]
}
