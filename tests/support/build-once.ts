import { ensureBuilt } from '#scripts/local/build-worker.ts'

/** Global setup of the layers that run the Worker: the runner has built already, a single file by hand may not. */
export default async function buildOnce() {
	if (process.env.TEST_BUILT !== '1') await ensureBuilt()
}
