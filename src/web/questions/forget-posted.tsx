import { useEffect } from 'react'
import { forgetPosted } from '../session/typed-texts.ts'

/** Deletes the posted text from the browser: layout/enhance.ts does it by the attributes, and the effect after a navigation by script. */
export function ForgetPosted({ questionId, title, hasAnswered }: { questionId: number; title: string; hasAnswered: boolean }) {
	useEffect(() => forgetPosted({ questionId, title, hasAnswered }), [questionId, title, hasAnswered])
	return <span hidden data-wakes data-posted={questionId} data-title={title} data-answered={hasAnswered || undefined} />
}
