import { useEffect } from 'react'
import { answerPlace, forgetTyped, questionPlace, readTyped } from '../forms/kept-typing.ts'

/** Deletes the posted text from the browser. */
export function ForgetPosted({ questionId, title, hasAnswered }: { questionId: number; title: string; hasAnswered: boolean }) {
	useEffect(() => {
		if (hasAnswered) forgetTyped(answerPlace(questionId))
		const typed = readTyped(questionPlace)?.['title']?.[0]
		if (typed !== undefined && typed.replaceAll(/\s+/gu, ' ').trim() === title) forgetTyped(questionPlace)
	}, [questionId, title, hasAnswered])
	return null
}
