#!/usr/bin/env python3
"""Reviews records, one a line, with Apache Spark: spark_review.py KIFU IN OUT [OPTION...]

IN is a file or folder of lines, OUT a folder that must not exist yet. SPARK_MASTER names the
cluster. With KILL_EXECUTOR=1 one executor is killed as soon as the first partition is done, as if
its machine had died.
"""
import os
import shlex
import signal
import subprocess
import sys
import threading
import time

from pyspark import SparkConf, SparkContext


def executors(driver):
    """Returns the ids of the executor processes of this driver."""
    listed = subprocess.run(["ps", "-eo", "pid=,args="], capture_output=True, text=True, check=True)
    lines = (line.split(None, 1) for line in listed.stdout.splitlines())
    return [
        int(pid)
        for pid, args in lines
        if "CoarseGrainedExecutorBackend" in args and driver in args and "java" in args.split()[0]
    ]


def kill_one(context, killed):
    """Kills an executor when the first task is done."""
    tracker = context.statusTracker()
    driver = context.getConf().get("spark.driver.port")
    while True:
        stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
        if any(stage and 0 < stage.numCompletedTasks < stage.numTasks for stage in stages):
            break
        time.sleep(0.05)
    pid = executors(f":{driver}")[0]
    os.kill(pid, signal.SIGKILL)
    killed.append(pid)
    print(f"killed the executor {pid}", flush=True)


def main():
    kifu, source, target, *options = sys.argv[1:]
    conf = SparkConf().setAppName("kifu review")
    conf.setMaster(os.environ.get("SPARK_MASTER", "local-cluster[2,1,1024]"))
    conf.set("spark.executor.memory", "512m").set("spark.ui.enabled", "false")
    context = SparkContext(conf=conf)
    context.setLogLevel("ERROR")
    partitions = int(os.environ.get("PARTITIONS", "8"))
    review = shlex.join([kifu, "review", "-", "-o", "-", "--jobs", "1", *options])
    # A line that cannot be read (exit status 1) is no reason to do the whole partition again.
    command = shlex.join(["sh", "-c", f"{review} || [ $? -eq 1 ]"])
    killed = []
    if os.environ.get("KILL_EXECUTOR"):
        threading.Thread(target=kill_one, args=(context, killed), daemon=True).start()
    lines = context.textFile(source, partitions)
    lines.pipe(command, checkCode=True).saveAsTextFile(target)
    if os.environ.get("KILL_EXECUTOR") and not killed:
        sys.exit("no executor was killed: the job was too short")
    context.stop()


main()
