import { useEffect, useState } from 'react'
import type { Toast } from '#app/ui/toast-region.tsx'

/** Chromium's event for an app that can be installed. TypeScript's list of events lacks it. */
interface InstallOffer extends Event {
	prompt(): Promise<unknown>
	userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

declare global {
	interface Window {
		installOffer?: InstallOffer
	}
}

const installing: Toast = {
	id: 'installing',
	title: 'Installing...',
	description: 'The app is being added to your home screen.',
}
const failed: Toast = {
	id: 'failed',
	tone: 'error',
	title: 'Installation failed',
	description: 'Please try again or install manually from your browser.',
}
const installed: Toast = { id: 'installed', title: 'App Installed!' }

interface Install {
	/** Asks the browser to install. Null while the browser offers nothing, and after an answer (C16). */
	install: (() => Promise<void>) | null
	toast: Toast | null
}

/** The browser's offer to install the app, and a toast about the result. */
export function useInstall(): Install {
	const [offer, setOffer] = useState<InstallOffer | null>(null)
	const [toast, setToast] = useState<Toast | null>(null)
	useEffect(() => {
		const onOffer = (event: Event) => {
			event.preventDefault()
			setOffer(event as InstallOffer)
		}
		const onInstalled = () => {
			setOffer(null)
			setToast(installed)
		}
		// `StartScript` keeps an offer that arrives before this script.
		setOffer(window.installOffer ?? null)
		window.addEventListener('beforeinstallprompt', onOffer)
		window.addEventListener('appinstalled', onInstalled)
		return () => {
			window.removeEventListener('beforeinstallprompt', onOffer)
			window.removeEventListener('appinstalled', onInstalled)
		}
	}, [])

	async function ask(accepted: InstallOffer) {
		setOffer(null)
		window.installOffer = undefined
		try {
			await accepted.prompt()
			const { outcome } = await accepted.userChoice
			// The event 'appinstalled' may have come first: its toast stays.
			if (outcome === 'accepted') setToast((current) => current ?? installing)
		} catch {
			setToast(failed)
		}
	}

	return { install: offer && (() => ask(offer)), toast }
}
