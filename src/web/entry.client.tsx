import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { watchBuilds } from './layout/build-watcher.ts'

startTransition(() => {
	hydrateRoot(document, <HydratedRouter />)
})
watchBuilds()
