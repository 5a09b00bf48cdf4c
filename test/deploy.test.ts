import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { load, loadAll, YAML11_SCHEMA } from 'js-yaml'
import { expect, test } from 'vitest'
import { createHttpMetrics } from '../src/http/metrics.ts'
import { settingNames } from '../src/settings.ts'
import { root } from './source-files.ts'

/** What `deploy/` and `.github/` name, against what there is. */
const deploy = path.join(root, 'deploy')
const read = (file: string) => readFileSync(path.join(deploy, file), 'utf8')
const yamlFiles = [deploy, path.join(root, '.github')].flatMap((folder) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.ya?ml$/.test(name))
		.map((name) => path.join(folder, name)),
)
const settings = new Set<string>(settingNames)
/** Variables of Node itself that a process is given beside our settings. */
const ofNode = ['NODE_EXTRA_CA_CERTS', 'NODE_ENV']
const unknownSettings = (names: readonly string[]) => names.filter((name) => !settings.has(name) && !ofNode.includes(name))

type Service = {
	image?: string
	build?: { context: string; dockerfile: string }
	environment?: Record<string, string>
	volumes?: string[]
	depends_on?: string[] | Record<string, unknown>
	healthcheck?: { test: string[] }
}
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> }
type Manifest = { kind: string; metadata: { name: string }; spec?: Record<string, unknown>; data?: Record<string, string> }
type Container = {
	env: { name: string; valueFrom?: { secretKeyRef?: { name: string } } }[]
	envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
	ports: { name: string; containerPort: number }[]
	volumeMounts: { name: string; mountPath: string }[]
	[probe: `${string}Probe`]: { httpGet: { path: string; port: string } }
}

test('every YAML file is valid', () => {
	expect(yamlFiles.length).toBeGreaterThan(8)
	for (const file of yamlFiles)
		expect({ file, documents: loadAll(readFileSync(file, 'utf8')) }).not.toMatchObject({ documents: [undefined] })
})

test('compose names settings, files, services and volumes that exist', () => {
	// Compose merges keys (`<<`) as YAML 1.1 had it.
	const { services, volumes } = load(read('compose.yaml'), { schema: YAML11_SCHEMA }) as Compose
	const sites = Object.values(services).filter(({ build }) => build)
	expect(sites).toHaveLength(2)
	for (const { build, environment, healthcheck } of sites) {
		expect(existsSync(path.resolve(deploy, build!.context, build!.dockerfile))).toBe(true)
		expect(unknownSettings(Object.keys(environment ?? {}))).toEqual([])
		expect(healthcheck?.test).toEqual(['CMD', '/opt/shirube/shirube', 'ready'])
	}
	for (const [name, { volumes: mounts = [], depends_on: needed = [] }] of Object.entries(services)) {
		for (const mount of mounts) {
			const [source = ''] = mount.split(':')
			expect([name, mount, source.startsWith('.') ? existsSync(path.resolve(deploy, source)) : source in volumes]).toEqual([
				name,
				mount,
				true,
			])
		}
		for (const other of Array.isArray(needed) ? needed : Object.keys(needed)) expect(Object.keys(services)).toContain(other)
	}
	// The proxy's file takes its addresses from these two.
	const { UPSTREAMS: upstreams = '', SITE_ADDRESS: address } = services['proxy']?.environment ?? {}
	expect(upstreams.split(' ').map((upstream) => upstream.split(':')[0])).toEqual(['site-a', 'site-b'])
	expect(address).toBeDefined()
	expect(read('Caddyfile')).toMatch(/\{\$SITE_ADDRESS:.*\{\$UPSTREAMS:/s)
	const { scrape_configs: scraped } = load(read('prometheus/prometheus.yaml')) as {
		scrape_configs: { static_configs: { targets: string[] }[] }[]
	}
	const targets = scraped.flatMap((config) => config.static_configs.flatMap((one) => one.targets))
	expect(targets).toEqual(['site-a:9300', 'site-b:9300'])
})

test('the image is made of what a release holds', () => {
	const text = read('Containerfile')
	for (const [, file = ''] of text.matchAll(/bin\/node (\S+\.ts)/g)) expect([file, existsSync(path.join(root, file))]).toEqual([file, true])
	expect(text).toContain('ENTRYPOINT ["/opt/shirube/shirube"]')
	expect(unknownSettings([...text.matchAll(/^ENV (\w+)=/gm)].map(([, name = '']) => name))).toEqual([])
})

test('the Kubernetes manifests name settings, ports, secrets and each other as they are', () => {
	const { resources } = load(read('kubernetes/kustomization.yaml')) as { resources: string[] }
	const files = readdirSync(path.join(deploy, 'kubernetes')).filter((name) => name !== 'kustomization.yaml')
	expect(resources.toSorted()).toEqual(files.toSorted())
	const manifests = files.flatMap((name) => loadAll(read(`kubernetes/${name}`)) as Manifest[])
	const config = manifests.find(({ kind }) => kind === 'ConfigMap')
	expect(unknownSettings(Object.keys(config?.data ?? {}))).toEqual([])
	const cluster = manifests.find(({ kind }) => kind === 'Cluster')
	const deployments = manifests.filter(({ kind }) => kind === 'Deployment')
	expect(deployments.map(({ metadata }) => metadata.name)).toEqual(['shirube-web', 'shirube-worker'])
	for (const { spec, metadata } of deployments) {
		const { template } = spec as {
			template: { metadata: { labels: object }; spec: { containers: Container[]; volumes: { name: string }[] } }
		}
		const [container] = template.spec.containers
		expect((spec as { selector: { matchLabels: object } }).selector.matchLabels).toEqual(template.metadata.labels)
		expect(unknownSettings(container!.env.map(({ name }) => name))).toEqual([])
		expect(container!.envFrom.map((from) => from.configMapRef?.name ?? from.secretRef?.name)).toEqual([config?.metadata.name, 'shirube'])
		expect(container!.env.find(({ name }) => name === 'DATABASE_URL')?.valueFrom?.secretKeyRef?.name).toBe(`${cluster?.metadata.name}-app`)
		expect(container!.ports.map(({ containerPort }) => String(containerPort))).toEqual(['3000', config?.data?.['METRICS_PORT']])
		expect(container!.volumeMounts.map(({ name }) => name)).toEqual(template.spec.volumes.map(({ name }) => name))
		expect([metadata.name, container!.readinessProbe?.httpGet.path, container!.livenessProbe?.httpGet.path]).toEqual([
			metadata.name,
			'/readyz',
			'/healthz',
		])
	}
})

test('the example of settings and the unit name settings and files that exist', () => {
	const names = [...read('shirube.env.example').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)
	expect(names.length).toBeGreaterThan(5)
	expect(unknownSettings(names)).toEqual([])
	expect(read('shirube.service')).toContain('ExecStart=/opt/shirube/shirube start')
})

/** Names and labels of the figures that a process gives, when there is something of each. */
async function givenFigures(): Promise<Map<string, Set<string>>> {
	const metrics = createHttpMetrics()
	metrics.observe({ method: 'GET', route: '/', status: 200, seconds: 0.1 })
	metrics.hit('/')
	metrics.watchPageCache(() => ({
		hits: 1,
		staleHits: 0,
		misses: 0,
		bypasses: 0,
		filled: 0,
		notModified: 0,
		overtaken: 0,
		entries: 1,
		bytes: 1,
	}))
	metrics.watchPools({ pages: { totalCount: 1, idleCount: 1, waitingCount: 0 } })
	metrics.watchReplicas(() => [{ name: 'db2:5432', isUsed: true, behindBytes: 0, fallbacks: 0 }])
	metrics.watchStatements(() => new Map([['listOffices', 1]]))
	metrics.watchDisk(async () => ({ freeBytes: 1, totalBytes: 2 }))
	metrics.watchNotices(() => true)
	metrics.watchQueue({ outcomes: () => [{ queue: 'send-mail', outcome: 'completed', count: 1 }] }, async () => [
		{ name: 'send-mail', ready: 1, later: 0, active: 0, failed: 0, late: 0, oldestReadyAt: null },
	])
	const figures = new Map<string, Set<string>>()
	for (const [, name = '', labels = ''] of (await metrics.registry.metrics()).matchAll(/^([a-z_0-9]+)(?:\{([^}]*)\})? /gm)) {
		const known = figures.get(name) ?? new Set()
		for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
		figures.set(name, known)
	}
	return figures
}

type Rule = {
	alert?: string
	record?: string
	expr: string
	annotations?: { summary: string; runbook: string }
	labels?: { severity: string }
}

/** Given by Prometheus itself. */
const ofPrometheus = new Set(['up'])
const FUNCTIONS = /\b(?:sum|max|min|count|avg|rate|increase|changes|topk|histogram_quantile|vector|by|on|and|or|le)\b/g

/** What an expression asks for: each figure with the labels that it names. */
function askedFigures(expr: string): { name: string; labels: string[] }[] {
	return [...expr.replaceAll(/"[^"]*"/g, '""').matchAll(/([a-z_][a-z0-9_:]*)(?:\{([^}]*)\})?/g)]
		.filter(([all, name = '', inside]) => /[_:]/.test(name) || inside !== undefined || ofPrometheus.has(all))
		.map(([, name = '', labels = '']) => ({ name, labels: [...labels.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label) }))
		.filter(({ name }) => !name.match(FUNCTIONS) && !ofPrometheus.has(name) && !name.startsWith('$'))
}

test('alerts and the dashboard ask for figures and labels that /metrics gives', async () => {
	const figures = await givenFigures()
	const { groups } = load(read('prometheus/alerts.yaml')) as { groups: { rules: Rule[] }[] }
	const rules = groups.flatMap((group) => group.rules)
	const recorded = new Set(rules.flatMap(({ record }) => record ?? []))
	const board = JSON.parse(read('grafana/dashboards/shirube.json')) as { panels: { title: string; targets: { expr: string }[] }[] }
	const asked = [...rules.map(({ expr }) => expr), ...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))]
	expect(asked.flatMap(askedFigures).length).toBeGreaterThan(40)
	const missing = asked.flatMap(askedFigures).filter(({ name, labels }) => {
		if (recorded.has(name)) return false
		const given = figures.get(name)
		return !given || labels.some((label) => !given.has(label))
	})
	expect(missing).toEqual([])
})

test('each alert has a page of what to do, and each page an alert', () => {
	const { groups } = load(read('prometheus/alerts.yaml')) as { groups: { rules: Rule[] }[] }
	const alerts = groups.flatMap(({ rules }) => rules).filter(({ alert }) => alert)
	const pages = new Map<string, string[]>()
	for (const { alert = '', annotations, labels } of alerts) {
		expect([alert, labels?.severity]).toEqual([alert, expect.stringMatching(/^(?:page|ticket)$/)])
		pages.set(annotations?.runbook ?? '', [...(pages.get(annotations?.runbook ?? '') ?? []), alert])
	}
	const folder = path.join(root, 'docs/runbooks')
	expect([...pages.keys()].toSorted()).toEqual(readdirSync(folder).map((name) => `docs/runbooks/${name}`))
	for (const [page, names] of pages) {
		const text = readFileSync(path.join(root, page), 'utf8')
		expect(text.split('\n')[0]).toBe(`# ${names.join(', ')}`)
		expect([...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual(['Look', 'Do'])
	}
})
