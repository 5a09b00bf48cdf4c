import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** Whether scripts run on this page: false in the server's HTML and until it is hydrated. */
export function useEnhanced(): boolean {
	return useSyncExternalStore(
		neverChanges,
		() => true,
		() => false,
	)
}
