import { OpenAPIHono } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { CSRF_COOKIE, CSRF_FIELD, CSRF_HEADER, HOST_PREFIX } from '../http/csrf.ts'
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

/** Hands the body that was parsed in front of the application to the calls' validators. */
const takeParsedBody: MiddlewareHandler<ApiEnv> = (c, next) => {
	// Programs in the same process call without an environment.
	const body = (c.env as ApiEnv['Bindings'] | undefined)?.body
	if (body?.kind === 'json') c.req.json = () => Promise.resolve(body.value as never)
	return next()
}

/** Everything under /api, with its OpenAPI 3.1 document and a page to read it on. Unknown calls answer in JSON. */
export function createApi({ config, log }: { config: Pick<Config, 'siteName' | 'publicUrl'>; log: Logger }): OpenAPIHono<ApiEnv> {
	const api = new OpenAPIHono<ApiEnv>()
	api.use('/api/*', takeParsedBody)
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
	const about = {
		openapi: '3.1.0',
		info: {
			title: `${config.siteName} API`,
			version: '1.0.0',
			description: [
				'エラーはすべて application/problem+json（RFC 9457）で返します。',
				`内容を変える呼び出しは、このサイトのページからだけ受け付けます。Cookie ${CSRF_COOKIE}（https では ${HOST_PREFIX}${CSRF_COOKIE}）の値を ${CSRF_HEADER} ヘッダーか本文の ${CSRF_FIELD} に入れてください。合わないものには 403 を返します。`,
				'ログインが要る呼び出しは、ログインしたブラウザーのCookieで本人を確かめます。',
			].join('\n\n'),
		},
		servers: [{ url: config.publicUrl }],
	}
	api.get('/api/openapi.json', (c) => c.json(withRefusals(api.getOpenAPI31Document(about))))
	api.route('/', referenceRoutes(config))
	installProblems(api, log)
	api.all('/api/*', apiFallback(api))
	return api
}

type ApiDocument = ReturnType<OpenAPIHono<ApiEnv>['getOpenAPI31Document']>

/** Writes are refused before their handlers see them (http/csrf.ts), so no call can say so by itself. */
function withRefusals(document: ApiDocument): ApiDocument {
	for (const item of Object.values(document.paths ?? {}))
		for (const method of ['post', 'put', 'patch', 'delete'] as const) {
			const operation = item[method]
			if (!operation) continue
			operation.responses = {
				403: {
					description: '送信元を確認できません。',
					content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
				},
				...operation.responses,
			}
		}
	return document
}
