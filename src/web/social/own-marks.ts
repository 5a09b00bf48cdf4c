/** What the buttons of a signed-in person need to know. */
export type OwnMarks = { csrfToken: string; isKept: boolean; isFollowed: boolean }
