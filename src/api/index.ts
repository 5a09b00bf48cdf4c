import { OpenAPIHono } from '@hono/zod-openapi'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { apiFallback, installProblems } from '../http/problem.ts'
import { accountsApi } from './accounts.ts'
import { articlesApi } from './articles.ts'
import { areasApi } from './areas.ts'
import { avatarsApi } from './avatars.ts'
import type { ApiEnv } from './define.ts'
import { directoryApi } from './directory.ts'
import { identityAccountApi } from './identity-account.ts'
import { identityPasskeysApi } from './identity-passkeys.ts'
import { identityProvidersApi } from './identity-providers.ts'
import { identityApi } from './identity.ts'
import { officePhotosApi } from './office-photos.ts'
import { notificationsApi } from './notifications.ts'
import { portraitsApi } from './portraits.ts'
import { qaAnswersApi } from './qa-answers.ts'
import { qaImagesApi } from './qa-images.ts'
import { qaApi, qaWritesApi } from './qa.ts'
import { referenceRoutes } from './reference.ts'
import { socialApi } from './social.ts'
import { tasksApi } from './tasks.ts'

/** Everything under /api, with its OpenAPI 3.1 document and a page to read it on. Unknown calls answer in JSON. */
export function createApi({ config, log }: { config: Pick<Config, 'siteName' | 'publicUrl'>; log: Logger }): OpenAPIHono<ApiEnv> {
	const api = new OpenAPIHono<ApiEnv>()
	api.route('/', tasksApi)
	api.route('/', directoryApi)
	api.route('/', areasApi)
	api.route('/', articlesApi)
	// Before qaApi: draft and answer are no ids.
	api.route('/', qaAnswersApi)
	api.route('/', qaApi)
	api.route('/', qaWritesApi)
	api.route('/', qaImagesApi)
	api.route('/', socialApi)
	api.route('/', notificationsApi)
	api.route('/', accountsApi)
	api.route('/', identityApi)
	api.route('/', identityAccountApi)
	api.route('/', identityProvidersApi)
	api.route('/', identityPasskeysApi)
	api.route('/', avatarsApi)
	api.route('/', portraitsApi)
	api.route('/', officePhotosApi)
	api.doc31('/api/openapi.json', {
		openapi: '3.1.0',
		info: {
			title: `${config.siteName} API`,
			version: '1.0.0',
			description: 'エラーはすべて application/problem+json（RFC 9457）で返します。',
		},
		servers: [{ url: config.publicUrl }],
	})
	api.route('/', referenceRoutes(config.siteName))
	installProblems(api, log)
	api.all('/api/*', apiFallback(api))
	return api
}
