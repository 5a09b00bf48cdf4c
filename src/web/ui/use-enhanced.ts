import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** Whether scripts run on this page: false in the server's HTML and until it is hydrated. */
export function useEnhanced(): boolean {
	return useSyncExternalStore(
		neverChanges,
		() => true,
		() => false,
	)
}

/**
 * Calls `act` with each answer to a form, to move the focus to it. For the answer that the server's page already shows when it
 * is hydrated, only while nothing has the focus: on a slow phone the person is in the next field by then, and the page would
 * scroll away under the finger.
 */
export function useArrival<Answer>(answer: Answer | null | undefined, act: (answer: Answer) => void): void {
	const isEnhanced = useEnhanced()
	const served = useRef(isEnhanced ? null : answer)
	const arrive = useEffectEvent(act)
	useEffect(() => {
		if (answer === null || answer === undefined) return
		const isServed = answer === served.current
		const { activeElement, body } = document
		if (!isServed || activeElement === null || activeElement === body) arrive(answer)
	}, [answer])
}
