import { useEffect } from 'react'
import { useLocation, useNavigation, useRevalidator } from 'react-router'
import { useViewer } from '../site.ts'
import { keepWhenIdle, startWorker } from './room-worker.ts'

/**
 * Starts the worker of the rooms, keeps copies of their pages for reading without a connection, and goes on with the pushes that the
 * viewer has asked for in this browser. On a plain page the attribute has `layout/enhance.ts` do the same.
 */
export function WorkWorker() {
	const uid = useViewer()?.uid
	const place = useLocation()
	const navigation = useNavigation()
	const revalidator = useRevalidator()
	const isIdle = navigation.state === 'idle' && revalidator.state === 'idle'
	useEffect(() => {
		if (uid !== undefined) void startWorker(uid)
	}, [uid])
	useEffect(() => {
		if (uid !== undefined && isIdle) return keepWhenIdle(uid, place)
	}, [uid, place, isIdle])
	useEffect(() => {
		// Without a connection a link loads a document, which the worker has a copy of; the router would ask for its data in vain.
		const leave = (event: MouseEvent) => {
			if (!navigator.onLine && event.target instanceof Element && event.target.closest('a[href]')) event.stopPropagation()
		}
		addEventListener('click', leave, true)
		return () => removeEventListener('click', leave, true)
	}, [])
	return <span hidden data-wakes data-room />
}
