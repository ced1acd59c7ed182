import { areCoordinates, type Coordinates } from './distance.ts'

type Place = Coordinates & { name: string; address: string; city: string }

/**
 * Opens the way to a shop in the phone's maps. By its coordinates, which are exact where street addresses are not;
 * by its address when nobody entered coordinates (0, 0 lies in the sea).
 */
export function directionsLink({ latitude, longitude, name, address, city }: Place): string {
	const isKnown = areCoordinates({ latitude, longitude }) && (latitude !== 0 || longitude !== 0)
	const destination = isKnown ? `${latitude},${longitude}` : `${name}, ${address}, ${city}`
	return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(destination)}`
}
