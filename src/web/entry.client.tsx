import { startTransition, useEffect, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { DataRouter, UNSAFE_AssetsManifest as AssetsManifest } from 'react-router'
import { HydratedRouter } from 'react-router/dom'
import { watchBuilds } from './layout/build-watcher.ts'
import { holdEarlyTyping } from './layout/early-typing.ts'
import { preloadRoutes } from './layout/route-preload.ts'

declare global {
	interface Window {
		__reactRouterDataRouter?: DataRouter
		__reactRouterManifest?: AssetsManifest
	}
}

const putBackTyping = holdEarlyTyping()

/** Preloading begins when the page is hydrated: before that there is no router to ask. */
function HydratedSite() {
	// Before the effects of forms, which look at what has been typed.
	useLayoutEffect(putBackTyping, [])
	useEffect(() => {
		const { __reactRouterDataRouter: router, __reactRouterManifest: manifest } = window
		if (router && manifest) preloadRoutes(router.routes, manifest)
	}, [])
	return <HydratedRouter />
}

startTransition(() => {
	hydrateRoot(document, <HydratedSite />)
})
watchBuilds()
