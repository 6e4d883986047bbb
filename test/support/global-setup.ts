/** Tests run the app and the commands as they are bundled from the files of this moment. */
import { bundleApp } from '../../scripts/publish/app-bundle.ts';
import { bundleCommands } from './commands.ts';

export default async function bundle(): Promise<void> {
  await Promise.all([bundleApp(), bundleCommands()]);
}
