import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import type { S3Settings } from '../src/platform/s3-client.ts'

type S3Server = { httpServer: Server; run: () => Promise<{ port: number }>; close: () => Promise<void> }
// The package has no types.
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => S3Server

/** An object store with an empty bucket, which keeps its objects in `directory`. `env` are the settings of a site that keeps its files there. */
export async function startObjectStore(
	directory: string,
	address = '127.0.0.1',
): Promise<{ port: number; settings: S3Settings; env: Record<string, string>; stop: () => Promise<void> }> {
	const bucket = 'shirube'
	const server = new S3rver({ address, port: 0, silent: true, directory, configureBuckets: [{ name: bucket, configs: [] }] })
	const { port } = await server.run()
	const settings = {
		endpoint: `http://${address}:${port}`,
		bucket,
		region: 'ap-northeast-1',
		accessKeyId: 'S3RVER',
		secretAccessKey: 'S3RVER',
	}
	return {
		port,
		settings,
		env: {
			S3_ENDPOINT: settings.endpoint,
			S3_BUCKET: settings.bucket,
			S3_REGION: settings.region,
			S3_ACCESS_KEY_ID: settings.accessKeyId,
			S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
		},
		async stop() {
			const closed = server.close()
			server.httpServer.closeAllConnections()
			await closed
		},
	}
}
