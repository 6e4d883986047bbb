export function installTools(folder: string): void;
