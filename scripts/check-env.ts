import { addressProblems, readDeployConfig } from './local/deploy-address.ts'
import { productionProblems } from './local/production-settings.ts'

// `npm run check:env`: what this environment lacks for production, one line each; never secrets. `wrangler.toml` gives
// the address (O2).
const settings = productionProblems({ ...process.env, ENVIRONMENT: 'production' })
const address = addressProblems(readDeployConfig('production'))
const problems = [...settings.filter(({ name }) => !address.some((one) => one.name === name)), ...address]
for (const { name, state, hint } of problems)
	console.info(`${state.toUpperCase().padEnd(9)} ${name}: ${hint}`)
const count = problems.filter(({ state }) => state !== 'off').length
if (count === 0) console.info('OK        everything that production needs is set.')
process.exitCode = count === 0 ? 0 : 1
