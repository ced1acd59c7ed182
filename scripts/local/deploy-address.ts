import { type Unstable_Config, unstable_readConfig } from 'wrangler'
import type { SettingProblem } from './production-settings.ts'
import { PROJECT_ROOT } from './project-root.ts'

/** A Worker of `wrangler.toml`. */
export type DeployTarget = 'production' | 'staging'

export type DeployConfig = Pick<Unstable_Config, 'routes' | 'workers_dev' | 'vars'>

export function readDeployConfig(target: DeployTarget): DeployConfig {
	return unstable_readConfig(
		{ config: `${PROJECT_ROOT}/wrangler.toml`, ...(target === 'staging' && { env: target }) },
		{ hideWarnings: true },
	)
}

/** Where customers reach the deployment; null where `wrangler.toml` does not say. */
export function deployOrigin({ vars }: DeployConfig): URL | null {
	const origin = vars.APP_ORIGIN
	return typeof origin === 'string' && URL.canParse(origin) ? new URL(origin) : null
}

/** Why this configuration's Worker would have no address, or another address than its links (O2). */
export function addressProblems(config: DeployConfig): SettingProblem[] {
	const hosts = (config.routes ?? []).map((route) =>
		readHost(typeof route === 'string' ? route : route.pattern),
	)
	const origin = deployOrigin(config)
	const problems: SettingProblem[] = []
	if (hosts.length === 0 && !config.workers_dev)
		problems.push({
			name: 'routes',
			state: 'missing',
			hint: 'wrangler.toml names no address: take the "# " away from its line of routes, with your domain',
		})
	if (origin === null)
		problems.push({
			name: 'APP_ORIGIN',
			state: 'missing',
			hint: 'wrangler.toml has none under [vars]: links in mails would lead nowhere',
		})
	else if (![...hosts, ...(config.workers_dev ? [origin.host] : [])].includes(origin.host))
		problems.push({
			name: 'APP_ORIGIN',
			state: 'malformed',
			hint: `under [vars] of wrangler.toml it is ${origin.host}, and the route is ${hosts.join(', ') || 'none'}`,
		})
	return problems
}

/** 'wakati.example/*' and 'wakati.example' are routes of one host. */
function readHost(pattern: string): string {
	return pattern.replace(/^https?:\/\//, '').replace(/\/.*$/, '')
}
