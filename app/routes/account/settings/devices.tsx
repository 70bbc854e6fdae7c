import { readOwn, writeOwn } from "~/account/own-data.server";
import { createPageMemory, forgetAfter } from "~/account/page-memory";
import { getForm } from "~/auth/own-form.server";
import { DeviceList } from "~/devices/device-list";
import { formResponse } from "~/forms/form-result";
import { keepInput } from "~/forms/unreachable";
import { pageHeaders } from "~/navigation/page-headers";
import { accountPageMeta } from "~/navigation/private-meta";
import type { Route } from "./+types/devices";

export async function loader({ context }: Route.LoaderArgs) {
  const { listDevices } = await import("~/devices/devices.server");
  return { devices: await readOwn(context, listDevices) };
}

export async function action({ context }: Route.ActionArgs) {
  const formData = getForm(context);
  const { signOutDevice, signOutOtherDevices } = await import("~/devices/devices.server");
  const result = await writeOwn(context, {}, (database, session) =>
    formData.get("intent") === "others"
      ? signOutOtherDevices(database, session)
      : signOutDevice(database, session, formData),
  );
  return formResponse(result);
}

const { load } = createPageMemory<Awaited<ReturnType<Route.ClientLoaderArgs["serverLoader"]>>>();

export function clientLoader(args: Route.ClientLoaderArgs) {
  return load(args);
}
clientLoader.hydrate = true as const;

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepInput(() => forgetAfter(serverAction));
}

export const headers = pageHeaders;

export const meta: Route.MetaFunction = () => accountPageMeta("Devices");

export default function DevicesSettings({ loaderData, actionData }: Route.ComponentProps) {
  return <DeviceList devices={loaderData.devices} result={actionData} />;
}
