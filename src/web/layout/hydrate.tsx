import { startTransition, useEffect, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { DataRouter, UNSAFE_AssetsManifest as AssetsManifest } from 'react-router'
import { HydratedRouter } from 'react-router/dom'
import { watchBuilds } from './build-watcher.ts'
import { takeEarlyClicks } from './early-clicks.ts'
import { keepEarlyTyping } from './early-typing.ts'
import { preloadRoutes } from './route-preload.ts'
import { clearMendedErrors } from '../forms/mended-errors.ts'
import { allowReactHtml } from './trusted-html.ts'

declare global {
	interface Window {
		__reactRouterDataRouter?: DataRouter
		__reactRouterManifest?: AssetsManifest
	}
}

/** Hydrates the document: pages of signed-in people, and forms. */
export function start(): void {
	allowReactHtml()
	const endHydration = keepEarlyTyping()
	const repeatClicks = takeEarlyClicks()
	startTransition(() => {
		hydrateRoot(document, <HydratedSite endHydration={endHydration} repeatClicks={repeatClicks} />)
	})
	watchBuilds()
	clearMendedErrors()
}

/** Preloading begins when the page is hydrated: before that there is no router to ask. */
function HydratedSite({ endHydration, repeatClicks }: { endHydration: () => void; repeatClicks: () => void }) {
	// Before the effects of forms, which may fill in a text that was saved.
	useLayoutEffect(endHydration, [endHydration])
	useEffect(repeatClicks, [repeatClicks])
	useEffect(() => {
		const { __reactRouterDataRouter: router, __reactRouterManifest: manifest } = window
		if (router && manifest) preloadRoutes(router.routes, manifest)
	}, [])
	return <HydratedRouter />
}
