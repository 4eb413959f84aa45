"""Starts tasks that are ready, as many at a time as there are cores."""

import os
import threading
import time


class Run:
    def __init__(self, tasks):
        self.tasks = tasks
        self.start = time.monotonic()
        self.changed = threading.Condition()

    def ready(self, has_core):
        """The first task that can start, or `None`. Without a free core, only a task that waits can start."""
        held = {task.holds for task in self.tasks if task.status == "running" and task.holds}
        passed = {task.name for task in self.tasks if task.status == "passed"}
        for task in self.tasks:
            is_free = (has_core or task.waits) and task.holds not in held
            if task.status == "waiting" and is_free and passed.issuperset(task.needs):
                return task
        return None

    def all(self):
        with self.changed:
            while True:
                self.leave_out()
                running = [task for task in self.tasks if task.status == "running"]
                task = self.ready(sum(not task.waits for task in running) < (os.cpu_count() or 2))
                if task:
                    task.status = "running"
                    threading.Thread(target=self.one, args=[task], daemon=True).start()
                elif running:
                    self.changed.wait()
                else:
                    return

    def leave_out(self):
        """A task whose need has failed does not run."""
        for _ in self.tasks:
            gone = {task.name for task in self.tasks if task.status in ("failed", "left out")}
            for task in self.tasks:
                if task.status == "waiting" and gone.intersection(task.needs):
                    task.status = "left out"

    def one(self, task):
        began = time.monotonic()
        passed = task.execute()
        with self.changed:
            task.seconds = time.monotonic() - began
            task.read_results(passed)
            count = f"{task.tests:5} tests" if task.tests else " " * 11
            form = "long" if task.is_long and task.long else ""
            now = time.monotonic() - self.start
            print(f"{now:6.0f} s  {task.name:<14} {count} {task.seconds:6.1f} s  {task.status} {form}", flush=True)
            self.changed.notify()
